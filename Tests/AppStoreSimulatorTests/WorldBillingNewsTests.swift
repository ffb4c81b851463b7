import AppStoreSimulator
import Testing

struct WorldBillingNewsTests {
  private static let bought = "ann SUBSCRIBED/INITIAL_BUY 1"
  private static let graced = "ann DID_FAIL_TO_RENEW/GRACE_PERIOD 4"
  private static let failed = "ann DID_FAIL_TO_RENEW 3"
  private static let recovered = "ann DID_RENEW/BILLING_RECOVERY 1"
  private static let graceOver = "ann GRACE_PERIOD_EXPIRED 3"
  private static let ended = "ann EXPIRED/BILLING_RETRY 2"

  @Test(arguments: failing + canceling)
  func `a failed charge is reported, and its outcome`(tale: WorldTale) throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    scenario.world.breakCard(of: 0)
    try tale.live(&scenario)
    #expect(scenario.news() == [Self.bought] + tale.news)
  }

  static let failing = [
    WorldTale("paid for inside grace", [graced, recovered]) {
      $0.pass(days: 40)
      $0.world.mendCard(of: 0)
    },
    WorldTale("paid for after grace", [graced, graceOver, recovered]) {
      $0.pass(days: 60)
      $0.world.mendCard(of: 0)
    },
    WorldTale("never paid for", [graced, graceOver, ended]) { $0.pass(days: 100) },
    WorldTale("paid for without grace", [failed, recovered, "ann DID_RENEW 1"]) {
      $0.world.app.graceDays = nil
      $0.pass(days: 40)
      $0.world.mendCard(of: 0)
      $0.pass(days: 32)
    },
    WorldTale("never paid for without grace", [failed, ended]) {
      $0.world.app.graceDays = nil
      $0.pass(days: 100)
    },
  ]

  static let canceling = [
    WorldTale(
      "cancelled in grace, and no card is charged any more",
      [graced, "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 4", "ann EXPIRED/VOLUNTARY 2"]
    ) {
      $0.pass(days: 32)
      try $0.world.cancel(0)
      $0.world.mendCard(of: 0)
      $0.pass(days: 100)
    },
    WorldTale(
      "cancelled in grace, and thought better of",
      [
        graced, "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 4",
        "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 4", recovered,
      ]
    ) {
      $0.pass(days: 32)
      try $0.world.cancel(0)
      $0.world.mendCard(of: 0)
      try $0.world.resume(0)
    },
    WorldTale(
      "cancelled in billing retry",
      [
        graced, graceOver, "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 3",
        "ann EXPIRED/VOLUNTARY 2",
      ]
    ) {
      $0.pass(days: 50)
      try $0.world.cancel(0)
      $0.pass(days: 100)
    },
  ]

  @Test(arguments: [
    (Int64?(3), "pro.monthly", Int64?(3)), (16, "pro.monthly", 16), (28, "pro.monthly", 28),
    (3, "basic.weekly", 3), (16, "basic.weekly", 6), (28, "basic.weekly", 6),
    (nil, "basic.weekly", nil),
  ])
  func `grace lasts as long as the developer chose, for a week six days at most`(
    chosen: Int64?, product: String, expected: Int64?
  ) throws {
    var scenario = try WorldScenario { $0.graceDays = chosen }
    try scenario.buy(product)
    scenario.world.breakCard(of: 0)
    let end = try #require(scenario.transactions()[0].expiresDate)
    scenario.world.advance(to: end)
    let renewal = scenario.renewal()
    #expect(renewal.gracePeriodExpiresDate == expected.map { end + $0.days })
    #expect(renewal.isInBillingRetryPeriod == true)
    guard let expected else { return }
    scenario.world.advance(to: end + expected.days - 1)
    #expect(scenario.told("GRACE_PERIOD_EXPIRED").isEmpty)
    scenario.world.advance(to: end + expected.days)
    #expect(scenario.told("GRACE_PERIOD_EXPIRED").count == 1)
  }

  @Test func `a change to a weekly plan that cannot be paid has a week's grace`() throws {
    var scenario = try WorldScenario { $0.graceDays = 28 }
    try scenario.buy("pro.monthly")
    try scenario.buy("basic.weekly")
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 32)
    let end = try #require(scenario.transactions()[0].expiresDate)
    #expect(scenario.renewal().gracePeriodExpiresDate == end + Int64(6).days)
  }

  @Test(arguments: [Int64?(16), nil])
  func `billing retry ends sixty days after the period`(grace: Int64?) throws {
    var scenario = try WorldScenario { $0.graceDays = grace }
    try scenario.buy("pro.monthly")
    scenario.world.breakCard(of: 0)
    let end = try #require(scenario.transactions()[0].expiresDate)
    scenario.world.advance(to: end + Int64(60).days - 1)
    #expect(scenario.told("EXPIRED").isEmpty)
    scenario.world.advance(to: end + Int64(60).days)
    let told = try #require(scenario.told("EXPIRED").first?.renewal)
    #expect(told.expirationIntent == 2)
    #expect(told.isInBillingRetryPeriod == false)
    #expect(told.autoRenewStatus == 0)
  }

  @Test(arguments: [(true, "GRACE_PERIOD"), (false, nil)])
  func `the first charge after a free period has grace only if the developer wants it`(
    isGraced: Bool, subtype: String?
  ) throws {
    var scenario = try WorldScenario { $0.gracesFirstCharge = isGraced }
    try scenario.buy("pro.monthly", offer: .introductory)
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 8)
    #expect(scenario.told("DID_FAIL_TO_RENEW").map(\.subtype) == [subtype])
  }

  @Test func `a former payer's free period is a free period`() throws {
    var scenario = try WorldScenario { $0.gracesFirstCharge = false }
    try scenario.buy("pro.monthly")
    try scenario.world.cancel(0)
    scenario.pass(days: 40)
    try scenario.buy("pro.monthly", offer: .named("PRO_MONTH_FREE"))
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 40)
    #expect(scenario.told("DID_FAIL_TO_RENEW").map(\.subtype) == [nil])
  }

  @Test func `inside grace the anniversary stays, after it a new one begins`() throws {
    for (days, purchased, expires) in [
      (Int64(36), "2025-02-06", "2025-03-01"), (60, "2025-03-02", "2025-04-02"),
    ] {
      var scenario = try WorldScenario()
      try scenario.buy("pro.monthly")
      scenario.world.breakCard(of: 0)
      scenario.pass(days: days)
      scenario.world.mendCard(of: 0)
      let recovered = try #require(scenario.transactions().last)
      #expect(WorldScenario.day(recovered.purchaseDate) == purchased)
      #expect(WorldScenario.day(recovered.expiresDate) == expires)
      #expect(recovered.transactionReason == "RENEWAL")
      #expect(scenario.renewal().gracePeriodExpiresDate == nil)
    }
  }
}
