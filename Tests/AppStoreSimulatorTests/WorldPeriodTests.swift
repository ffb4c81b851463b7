import AppStoreSimulator
import Testing

@Suite struct WorldPeriodTests {
  private static func ends(_ story: WorldStory) -> [String?] {
    story.transactions().map { WorldStory.day($0.expiresDate) }
  }

  @Test(arguments: [
    ("2025-01-31", "news.monthly", ["2025-02-28", "2025-03-31", "2025-04-30"]),
    ("2024-01-31", "news.monthly", ["2024-02-29", "2024-03-31", "2024-04-30"]),
    ("2023-11-30", "plus.quarterly", ["2024-02-29", "2024-05-30", "2024-08-30"]),
    ("2024-02-29", "news.yearly", ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]),
    ("2024-12-30", "basic.weekly", ["2025-01-06", "2025-01-13", "2025-01-20"]),
  ])
  func `periods end where the calendar has such a day`(
    day: String, product: String, expected: [String]
  ) throws {
    var story = try WorldStory(from: day)
    try story.buy(product)
    for _ in 1..<expected.count {
      story.world.advance(to: story.transactions().last?.expiresDate ?? story.world.now)
    }
    #expect(Self.ends(story) == expected)
    let periods = story.transactions()
    for (period, next) in zip(periods, periods.dropFirst()) {
      #expect(next.purchaseDate - (period.expiresDate ?? 0) == 0)
    }
  }

  @Test func `a renewal is charged up to six hours ahead and begins where the old period ends`()
    throws
  {
    var story = try WorldStory()
    try story.buy("basic.weekly")
    story.pass(days: 700)
    let periods = story.transactions()
    let leads = story.told("DID_RENEW").map { ($0.transaction?.purchaseDate ?? 0) - $0.signedDate }
    #expect(leads.allSatisfy { (-1...Int64(6).hours).contains($0) })
    #expect(leads.contains { $0 > Int64(3).hours })
    #expect(zip(periods, periods.dropFirst()).allSatisfy { $1.purchaseDate == $0.expiresDate })
    #expect(
      periods.map(\.transactionReason) == ["PURCHASE"] + periods.dropFirst().map { _ in "RENEWAL" })
    #expect(Set(periods.map(\.originalTransactionId)) == [periods[0].transactionId])
    #expect(Set(periods.map(\.originalPurchaseDate)) == [periods[0].purchaseDate])
    #expect(Set(periods.map(\.webOrderLineItemId)).count == periods.count)
    #expect(Set(periods.map(\.transactionId)).count == periods.count)
  }

  @Test func `a card mended at the last hour pays for a period that begins where the old one ends`()
    throws
  {
    var story = try WorldStory()
    try story.buy("basic.weekly")
    story.world.breakCard(of: 0)
    story.world.advance(to: (story.transactions()[0].expiresDate ?? 0) - Int64(1).hours)
    story.world.mendCard(of: 0)
    story.pass(hours: 2)
    let periods = story.transactions()
    #expect(periods.count == 2)
    #expect(periods.last?.purchaseDate == periods.first?.expiresDate)
  }

  struct Way: Sendable, CustomStringConvertible {
    let description: String
    let product: String
    let offer: PurchaseWish.OfferWish?
    let prices: [Int64]
    let modes: [String?]
    let ends: [String]
  }

  @Test(arguments: [
    Way(
      description: "a free week", product: "pro.monthly", offer: .introductory,
      prices: [0, 9_990, 9_990], modes: ["FREE_TRIAL", nil, nil],
      ends: ["2025-01-08", "2025-02-08", "2025-03-08"]),
    Way(
      description: "three months as you go", product: "plus.monthly", offer: .introductory,
      prices: [1_990, 1_990, 1_990, 4_990],
      modes: ["PAY_AS_YOU_GO", "PAY_AS_YOU_GO", "PAY_AS_YOU_GO", nil],
      ends: ["2025-02-01", "2025-03-01", "2025-04-01", "2025-05-01"]),
    Way(
      description: "three months up front", product: "plus.quarterly", offer: .introductory,
      prices: [7_990, 12_990], modes: ["PAY_UP_FRONT", nil], ends: ["2025-04-01", "2025-07-01"]),
    Way(
      description: "a code for two months", product: "plus.monthly",
      offer: .named("PLUS_TWO_MONTHS"), prices: [990, 990, 4_990],
      modes: ["PAY_AS_YOU_GO", "PAY_AS_YOU_GO", nil],
      ends: ["2025-02-01", "2025-03-01", "2025-04-01"]),
  ])
  func `an offer lasts for its periods, then the full price is charged`(way: Way) throws {
    var story = try WorldStory()
    try story.buy(way.product, offer: way.offer)
    while story.transactions().count < way.prices.count { story.pass(days: 7) }
    #expect(story.transactions().map(\.price) == way.prices)
    #expect(story.transactions().map(\.offerDiscountType) == way.modes)
    #expect(Self.ends(story) == way.ends)
  }

  @Test func `the offer's fields name its kind, its name and its whole length`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly")
    try story.buy("pro.monthly", offer: .named("pro_three_months_half"))
    let next = try #require(story.told("OFFER_REDEEMED").first?.renewal)
    #expect(next.offerType == 2 && next.offerIdentifier == "pro_three_months_half")
    #expect(next.offerDiscountType == "PAY_AS_YOU_GO" && next.offerPeriod == "P3M")
    #expect(next.renewalPrice == 4_990)
    story.pass(days: 125)
    let periods = story.transactions()
    #expect(periods.map(\.offerType) == [nil, 2, 2, 2, nil])
    #expect(periods.map(\.price) == [9_990, 4_990, 4_990, 4_990, 9_990])
    #expect(periods[1].offerPeriod == "P3M")
  }

  @Test func `an introductory offer has no name, and is had once in a group`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly", offer: .introductory)
    #expect(
      story.transactions()[0].offerType == 1 && story.transactions()[0].offerIdentifier == nil)
    try story.world.cancel(0)
    story.pass(days: 10)
    #expect(throws: StoreRefusal.self) { try story.buy("plus.monthly", offer: .introductory) }
  }

  @Test func `what lapsed lists the offers that would win it back, what fails lists none`() throws {
    var story = try WorldStory()
    try story.buy("pro.monthly")
    #expect(story.renewal().eligibleWinBackOfferIds == nil)
    story.world.breakCard(of: 0)
    story.pass(days: 35)
    #expect(story.renewal().eligibleWinBackOfferIds == nil)
    story.pass(days: 20)
    #expect(story.renewal().eligibleWinBackOfferIds == nil)
    try story.world.cancel(0)
    #expect(story.renewal().eligibleWinBackOfferIds == ["pro_come_back"])
    story.world.mendCard(of: 0)
    try story.buy("pro.monthly", offer: .named("pro_come_back"))
    #expect(story.transactions().last?.offerType == 4)
    #expect(story.renewal().eligibleWinBackOfferIds == nil)
  }

  @Test func `a gap of more than sixty days begins a new run`() throws {
    for (gap, isNew) in [(Int64(59), false), (62, true)] {
      var story = try WorldStory()
      try story.buy("pro.monthly")
      try story.world.cancel(0)
      story.pass(days: 31 + gap)
      try story.buy("pro.monthly")
      let begun = story.renewal().recentSubscriptionStartDate
      #expect((begun == story.transactions()[0].purchaseDate) != isNew)
      #expect((begun == story.transactions()[1].purchaseDate) == isNew)
      #expect(
        story.transactions()[1].originalTransactionId == story.transactions()[0].transactionId)
    }
  }
}
