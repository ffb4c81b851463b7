import AppStoreSimulator
import Testing

struct WorldMoneyNewsTests {
  private static let news = WorldScenario.prefix + "news.monthly"
  private static let bought = "ann SUBSCRIBED/INITIAL_BUY 1"
  private static let renewed = "ann DID_RENEW 1"
  private static let pending = "ann PRICE_INCREASE/PENDING 1"
  private static let accepted = "ann PRICE_INCREASE/ACCEPTED 1"
  private static let off = "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"
  private static let asked = "ann CONSUMPTION_REQUEST 1"
  private static let refunded = "ann REFUND 5"

  @Test(arguments: prices + refunds)
  func `prices and refunds are reported in Apple's words`(tale: WorldTale) throws {
    var scenario = try WorldScenario()
    try scenario.buy("news.monthly")
    try tale.live(&scenario)
    #expect(scenario.news() == [Self.bought] + tale.news)
  }

  static let prices = [
    WorldTale("a rise that is consented to", [pending, accepted, renewed]) {
      try $0.world.changePrice(of: news, to: 2_990, consentRequired: true)
      try $0.world.consent(0)
      $0.pass(days: 32)
    },
    WorldTale(
      "a rise that is not answered", [pending, "ann EXPIRED/PRICE_INCREASE 2"]
    ) {
      try $0.world.changePrice(of: news, to: 2_990, consentRequired: true)
      $0.pass(days: 32)
    },
    WorldTale(
      "a rise that is refused",
      [pending, "ann DID_CHANGE_RENEWAL_STATUS 1", "ann EXPIRED/VOLUNTARY 2"]
    ) {
      try $0.world.changePrice(of: news, to: 2_990, consentRequired: true)
      try $0.world.cancel(0)
      $0.pass(days: 32)
    },
    WorldTale(
      "a rise too near for the next renewal, refused all the same",
      [renewed, pending, "ann DID_CHANGE_RENEWAL_STATUS 1", "ann EXPIRED/VOLUNTARY 2"]
    ) {
      $0.pass(days: 50)
      try $0.world.changePrice(of: news, to: 2_990, consentRequired: true)
      try $0.world.cancel(0)
      $0.pass(days: 32)
    },
    WorldTale("a rise that needs no consent", [accepted, renewed]) {
      try $0.world.changePrice(of: news, to: 2_490, consentRequired: false)
      $0.pass(days: 32)
    },
    WorldTale("a lower price", [renewed]) {
      try $0.world.changePrice(of: news, to: 990, consentRequired: true)
      $0.pass(days: 32)
    },
    WorldTale("no longer for sale", ["ann EXPIRED/PRODUCT_NOT_FOR_SALE 2"]) {
      try $0.world.withdraw(news)
      $0.pass(days: 32)
    },
  ]

  static let refunds = [
    WorldTale("refunded unasked", [refunded]) { try $0.refundLatest() },
    WorldTale("refunded and reversed in time", [refunded, "ann REFUND_REVERSED 1"]) {
      try $0.refundLatest()
      $0.pass(days: 3)
      try $0.reverseLatest()
    },
    WorldTale(
      "refunded and reversed too late", [refunded, "ann REFUND_REVERSED 2"]
    ) {
      try $0.refundLatest()
      $0.pass(days: 40)
      try $0.reverseLatest()
    },
    WorldTale(
      "refunded after its end", [off, "ann EXPIRED/VOLUNTARY 2", refunded]
    ) {
      try $0.world.cancel(0)
      $0.pass(days: 40)
      try $0.refundLatest()
    },
    WorldTale("refunded for an earlier month", [renewed, "ann REFUND 1", renewed]) {
      $0.pass(days: 40)
      try $0.world.refund(0, share: 100_000)
      $0.pass(days: 30)
    },
    WorldTale("asked for, and granted as preferred", [off, asked, refunded]) {
      try $0.world.requestRefund(of: 0)
      $0.world.prefer(.grantFull, forRefundOf: 0)
      $0.pass(days: 2)
    },
    WorldTale("asked for, and declined as preferred", [off, asked, "ann REFUND_DECLINED 1"]) {
      try $0.world.requestRefund(of: 0)
      $0.world.prefer(.decline, forRefundOf: 0)
      $0.pass(days: 2)
    },
    WorldTale("asked for while a price rises", [pending, off, asked, refunded]) {
      try $0.world.changePrice(of: news, to: 2_990, consentRequired: true)
      try $0.world.requestRefund(of: 0)
      $0.world.prefer(.grantProrated, forRefundOf: 0)
      $0.pass(days: 2)
    },
  ]

  @Test(arguments: [
    ("gems.100", ["ann CONSUMPTION_REQUEST", "ann REFUND"]), ("no_ads", ["ann REFUND"]),
    ("season_pass", ["ann REFUND"]),
  ])
  func `Apple asks how much was used only of what can be used up`(
    product: String, news: [String]
  ) throws {
    var scenario = try WorldScenario()
    try scenario.buy(product)
    try scenario.world.requestRefund(of: 0)
    scenario.world.prefer(.grantFull, forRefundOf: 0)
    #expect(throws: StoreRejection.alreadyRefunded) { try scenario.world.requestRefund(of: 0) }
    scenario.pass(days: 2)
    #expect(scenario.news() == ["ann ONE_TIME_CHARGE"] + news)
    #expect(throws: StoreRejection.alreadyRefunded) { try scenario.refundLatest() }
  }

  @Test func `the copy names why, how much and when`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("news.monthly")
    scenario.pass(days: 10)
    try scenario.world.requestRefund(of: 0, reason: "LEGAL")
    #expect(scenario.told("CONSUMPTION_REQUEST").map(\.consumptionRequestReason) == ["LEGAL"])
    scenario.world.prefer(.grantProrated, forRefundOf: 0)
    scenario.pass(days: 2)
    let told = try #require(scenario.told("REFUND").first?.transaction)
    #expect(told.revocationType == "REFUND_PRORATED")
    #expect((61_000...67_000).contains(told.revocationPercentage ?? 0))
    #expect(
      WorldScenario.day(told.revocationDate).map {
        ["2025-01-11", "2025-01-12", "2025-01-13"].contains($0)
      }
        == true)
    #expect(told.expiresDate == told.purchaseDate + Int64(31).days)
    try scenario.reverseLatest()
    let back = try #require(scenario.told("REFUND_REVERSED").first?.transaction)
    #expect(back.revocationDate == nil && back.revocationPercentage == nil)
    #expect(back.revocationType == nil && back.revocationReason == nil)
    #expect(back.expiresDate == told.expiresDate)
  }

  @Test func `a lower price holds from the next renewal for all who renew, and is no rise`() throws
  {
    var scenario = try WorldScenario()
    try scenario.buy("news.monthly")
    scenario.pass(days: 25)
    try scenario.world.changePrice(of: Self.news, to: 2_990, consentRequired: true)
    try scenario.world.changePrice(of: Self.news, to: 990, consentRequired: false)
    #expect(scenario.renewal().priceIncreaseStatus == nil)
    #expect(scenario.renewal().renewalPrice == 990)
    scenario.pass(days: 10)
    #expect(scenario.transactions().map(\.price) == [1_990, 990])
  }

  @Test func `a rise is charged from a renewal four weeks off, to those who know of it`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("news.monthly")
    scenario.pass(days: 20)
    try scenario.world.changePrice(of: Self.news, to: 2_990, consentRequired: true)
    #expect(scenario.told("PRICE_INCREASE").last?.renewal?.priceIncreaseStatus == 0)
    try scenario.world.consent(0)
    #expect(scenario.told("PRICE_INCREASE").last?.renewal?.priceIncreaseStatus == 1)
    #expect(throws: StoreRejection.noPriceIncrease) { try scenario.world.consent(0) }
    try scenario.world.addCustomer("bob")
    try scenario.buy("news.monthly", by: WorldScenario.bob)
    scenario.pass(days: 45)
    #expect(scenario.transactions().map(\.price) == [1_990, 1_990, 2_990])
    #expect(scenario.transactions(of: WorldScenario.bob).first?.price == 2_990)
    #expect(scenario.renewal().priceIncreaseStatus == nil)
  }

  @Test(arguments: [
    ("nobody consented", Int32(3)), ("no longer for sale", 4), ("cancelled", 1),
  ])
  func `what has ended says why`(how: String, intent: Int32) throws {
    var scenario = try WorldScenario()
    try scenario.buy("news.monthly")
    #expect(scenario.renewal().expirationIntent == nil)
    switch intent {
    case 3: try scenario.world.changePrice(of: Self.news, to: 9_990, consentRequired: true)
    case 4: try scenario.world.withdraw(Self.news)
    default: try scenario.world.cancel(0)
    }
    scenario.pass(days: 32)
    #expect(scenario.told("EXPIRED").first?.renewal?.expirationIntent == intent)
    #expect(scenario.renewal().autoRenewStatus == 0)
  }
}
