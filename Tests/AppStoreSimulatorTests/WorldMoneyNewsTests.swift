import AppStoreSimulator
import Testing

@Suite struct WorldMoneyNewsTests {
  private static let news = WorldStory.prefix + "news.monthly"
  private static let bought = "ann SUBSCRIBED/INITIAL_BUY 1"
  private static let renewed = "ann DID_RENEW 1"
  private static let pending = "ann PRICE_INCREASE/PENDING 1"
  private static let accepted = "ann PRICE_INCREASE/ACCEPTED 1"
  private static let off = "ann DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED 1"
  private static let asked = "ann CONSUMPTION_REQUEST 1"
  private static let refunded = "ann REFUND 5"

  @Test(arguments: prices + refunds)
  func `prices and refunds are told of in Apple's words`(tale: WorldTale) throws {
    var story = try WorldStory()
    try story.buy("news.monthly")
    try tale.live(&story)
    #expect(story.news() == [Self.bought] + tale.news)
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
    var story = try WorldStory()
    try story.buy(product)
    try story.world.requestRefund(of: 0)
    story.world.prefer(.grantFull, forRefundOf: 0)
    #expect(throws: StoreRefusal.alreadyRefunded) { try story.world.requestRefund(of: 0) }
    story.pass(days: 2)
    #expect(story.news() == ["ann ONE_TIME_CHARGE"] + news)
    #expect(throws: StoreRefusal.alreadyRefunded) { try story.refundLatest() }
  }

  @Test func `the copy names why, how much and when`() throws {
    var story = try WorldStory()
    try story.buy("news.monthly")
    story.pass(days: 10)
    try story.world.requestRefund(of: 0, reason: "LEGAL")
    #expect(story.told("CONSUMPTION_REQUEST").map(\.consumptionRequestReason) == ["LEGAL"])
    story.world.prefer(.grantProrated, forRefundOf: 0)
    story.pass(days: 2)
    let told = try #require(story.told("REFUND").first?.transaction)
    #expect(told.revocationType == "REFUND_PRORATED")
    #expect((61_000...67_000).contains(told.revocationPercentage ?? 0))
    #expect(
      WorldStory.day(told.revocationDate).map { ["2025-01-11", "2025-01-12"].contains($0) } == true)
    #expect(told.expiresDate == told.purchaseDate + Int64(31).days)
    try story.reverseLatest()
    let back = try #require(story.told("REFUND_REVERSED").first?.transaction)
    #expect(back.revocationDate == nil && back.revocationPercentage == nil)
    #expect(back.revocationType == nil && back.revocationReason == nil)
    #expect(back.expiresDate == told.expiresDate)
  }

  @Test func `a lower price holds from the next renewal for all who renew, and is no rise`() throws
  {
    var story = try WorldStory()
    try story.buy("news.monthly")
    story.pass(days: 25)
    try story.world.changePrice(of: Self.news, to: 2_990, consentRequired: true)
    try story.world.changePrice(of: Self.news, to: 990, consentRequired: false)
    #expect(story.renewal().priceIncreaseStatus == nil)
    #expect(story.renewal().renewalPrice == 990)
    story.pass(days: 10)
    #expect(story.transactions().map(\.price) == [1_990, 990])
  }

  @Test func `a rise is charged from a renewal four weeks off, to those who know of it`() throws {
    var story = try WorldStory()
    try story.buy("news.monthly")
    story.pass(days: 20)
    try story.world.changePrice(of: Self.news, to: 2_990, consentRequired: true)
    #expect(story.told("PRICE_INCREASE").last?.renewal?.priceIncreaseStatus == 0)
    try story.world.consent(0)
    #expect(story.told("PRICE_INCREASE").last?.renewal?.priceIncreaseStatus == 1)
    #expect(throws: StoreRefusal.noPriceIncrease) { try story.world.consent(0) }
    try story.world.addCustomer("bob")
    try story.buy("news.monthly", by: WorldStory.bob)
    story.pass(days: 45)
    #expect(story.transactions().map(\.price) == [1_990, 1_990, 2_990])
    #expect(story.transactions(of: WorldStory.bob).first?.price == 2_990)
    #expect(story.renewal().priceIncreaseStatus == nil)
  }

  @Test(arguments: [
    ("nobody consented", Int32(3)), ("no longer for sale", 4), ("cancelled", 1),
  ])
  func `what has ended says why`(how: String, intent: Int32) throws {
    var story = try WorldStory()
    try story.buy("news.monthly")
    #expect(story.renewal().expirationIntent == nil)
    switch intent {
    case 3: try story.world.changePrice(of: Self.news, to: 9_990, consentRequired: true)
    case 4: try story.world.withdraw(Self.news)
    default: try story.world.cancel(0)
    }
    story.pass(days: 32)
    #expect(story.told("EXPIRED").first?.renewal?.expirationIntent == intent)
    #expect(story.renewal().autoRenewStatus == 0)
  }
}
