import AppStoreSimulator
import TestSupport
import Testing

struct WorldSubscribingNewsTests {
  @Test(arguments: buying + subscribing + changing + canceling)
  func `purchases, changes and cancellations come in Apple's words`(tale: WorldTale) throws {
    var scenario = try WorldScenario()
    try tale.live(&scenario)
    #expect(scenario.news() == tale.news)
  }

  static let buying = [
    WorldTale("gems", ["ann ONE_TIME_CHARGE"]) { try $0.buy("gems.100", quantity: 10) },
    WorldTale("a thing for ever", ["ann ONE_TIME_CHARGE"]) { try $0.buy("no_ads") },
    WorldTale("a season", ["ann ONE_TIME_CHARGE", "ann ONE_TIME_CHARGE"]) {
      try $0.buy("season_pass")
      try $0.buy("season_pass")
    },
    WorldTale("a child's wish that nobody answers", []) {
      $0.world.change(0) { $0.asksToBuy = true }
      try $0.buy("gems.100")
      $0.pass(days: 2)
    },
    WorldTale("a child's wish that is declined", []) {
      $0.world.change(0) { $0.asksToBuy = true }
      guard case .waiting(let id) = try $0.buy("pro.monthly") else { return }
      try $0.world.decline(id)
    },
    WorldTale("a child's wish that is approved", ["ann SUBSCRIBED/INITIAL_BUY 1"]) {
      $0.world.change(0) { $0.asksToBuy = true }
      guard case .waiting(let id) = try $0.buy("pro.monthly") else { return }
      $0.pass(hours: 23)
      _ = try $0.world.approve(id)
    },
  ]

  static let subscribing = [
    WorldTale(
      "two renewals", ["ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_RENEW 1", "ann DID_RENEW 1"]
    ) {
      try $0.buy("pro.monthly")
      $0.pass(days: 60)
    },
    WorldTale("a trial that is paid for", ["ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_RENEW 1"]) {
      try $0.buy("pro.monthly", offer: .introductory)
      $0.pass(days: 8)
    },
    WorldTale("a code for a new customer", ["ann SUBSCRIBED/INITIAL_BUY 1"]) {
      try $0.buy("pro.monthly", offer: .named("PRO_MONTH_FREE"))
    },
    WorldTale("a code for a subscriber", ["ann SUBSCRIBED/INITIAL_BUY 1", "ann OFFER_REDEEMED 1"]) {
      try $0.buy("pro.monthly")
      try $0.buy("pro.monthly", offer: .named("PRO_MONTH_FREE"))
    },
    WorldTale(
      "an offer for a subscriber", ["ann SUBSCRIBED/INITIAL_BUY 1", "ann OFFER_REDEEMED 1"]
    ) {
      try $0.buy("pro.monthly")
      try $0.buy("pro.monthly", offer: .named("pro_quarter_ahead"))
    },
    WorldTale(
      "an offer that upgrades", ["ann SUBSCRIBED/INITIAL_BUY 1", "ann OFFER_REDEEMED/UPGRADE 1"]
    ) {
      try $0.buy("plus.monthly")
      try $0.buy("pro.monthly", offer: .named("pro_quarter_ahead"))
    },
    WorldTale(
      "an offer that downgrades",
      ["ann SUBSCRIBED/INITIAL_BUY 1", "ann OFFER_REDEEMED/DOWNGRADE 1", "ann DID_RENEW 1"]
    ) {
      try $0.buy("pro.monthly")
      try $0.buy("plus.monthly", offer: .named("PLUS_TWO_MONTHS"))
      $0.pass(days: 32)
    },
    WorldTale(
      "a former subscriber won back, and one with another product",
      [
        "ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
        "ann EXPIRED/VOLUNTARY 2", "ann SUBSCRIBED/RESUBSCRIBE 1",
      ]
    ) {
      try $0.buy("plus.monthly")
      try $0.world.cancel(0)
      $0.pass(days: 40)
      try $0.buy("pro.monthly", offer: .named("pro_come_back"))
    },
  ]

  static let changing = [
    WorldTale(
      "an upgrade",
      ["ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_PREF/UPGRADE 1"]
    ) {
      try $0.buy("plus.monthly")
      $0.pass(days: 3)
      try $0.buy("pro.monthly")
    },
    WorldTale(
      "a crossgrade of equal length",
      ["ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_PREF/UPGRADE 1"]
    ) {
      try $0.buy("plus.monthly")
      try $0.buy("plus.twin")
    },
    WorldTale(
      "a crossgrade of another length",
      [
        "ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1",
        "ann DID_RENEW 1",
      ]
    ) {
      try $0.buy("plus.monthly")
      try $0.buy("plus.quarterly")
      $0.pass(days: 32)
    },
    WorldTale(
      "a downgrade taken back",
      [
        "ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_PREF/DOWNGRADE 1",
        "ann DID_CHANGE_RENEWAL_PREF 1", "ann DID_RENEW 1",
      ]
    ) {
      try $0.buy("pro.monthly")
      try $0.buy("basic.monthly")
      try $0.world.withdrawChange(0)
      $0.pass(days: 32)
    },
  ]

  static let canceling = [
    WorldTale(
      "a change of mind, by switch and by buying again",
      [
        "ann SUBSCRIBED/INITIAL_BUY 1", "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
        "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1",
        "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1",
        "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED 1", "ann DID_RENEW 1",
      ]
    ) {
      try $0.buy("pro.monthly")
      try $0.world.cancel(0)
      try $0.world.resume(0)
      try $0.world.cancel(0)
      try $0.buy("pro.monthly")
      $0.pass(days: 32)
    },
    WorldTale(
      "two groups side by side",
      ["ann SUBSCRIBED/INITIAL_BUY 1", "ann SUBSCRIBED/INITIAL_BUY 1"]
    ) {
      try $0.buy("pro.monthly")
      try $0.buy("news.monthly")
    },
  ]

  @Test(arguments: [
    ("gems.100", 11, StoreRejection.quantityOutOfRange), ("gems.100", 0, .quantityOutOfRange),
    ("no_ads", 2, .quantityOutOfRange), ("nothing", 1, .unknownProduct("com.example.game.nothing")),
  ])
  func `an impossible sale is rejected without a notification`(
    product: String, quantity: Int, rejection: StoreRejection
  ) throws {
    var scenario = try WorldScenario()
    #expect(throws: rejection) { try scenario.buy(product, quantity: quantity) }
    #expect(scenario.news().isEmpty)
  }

  @Test func `what is owned, a broken card and a stranger's offer are rejected`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("no_ads")
    try scenario.buy("pro.monthly")
    _ = scenario.news()
    let owned = StoreRejection.alreadyOwned("com.example.game.no_ads")
    #expect(throws: owned) { try scenario.buy("no_ads") }
    #expect(throws: StoreRejection.alreadyOwned("com.example.game.pro.monthly")) {
      try scenario.buy("pro.monthly")
    }
    #expect(throws: StoreRejection.self) { try scenario.buy("pro.yearly", offer: .introductory) }
    #expect(throws: StoreRejection.self) {
      try scenario.buy("pro.monthly", offer: .named("pro_come_back"))
    }
    #expect(throws: StoreRejection.self) {
      try scenario.buy("news.monthly", offer: .named("pro_quarter_ahead"))
    }
    scenario.world.breakCard(of: 0)
    #expect(throws: StoreRejection.paymentDeclined) { try scenario.buy("gems.100") }
    #expect(scenario.news().isEmpty)
  }

  @Test func `an approval that has lapsed cannot be given any more`() throws {
    var scenario = try WorldScenario()
    scenario.world.change(0) { $0.asksToBuy = true }
    guard case .waiting(let id) = try scenario.buy("gems.100") else {
      Issue.record("the guardian was not asked")
      return
    }
    scenario.pass(hours: 24)
    #expect(throws: StoreRejection.unknownApproval(id)) { try scenario.world.approve(id) }
    #expect(throws: StoreRejection.unknownApproval(id)) { try scenario.world.decline(id) }
  }
}
