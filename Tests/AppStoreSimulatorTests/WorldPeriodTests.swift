import AppStoreSimulator
import Testing

struct WorldPeriodTests {
  private static func ends(_ scenario: WorldScenario) -> [String?] {
    scenario.transactions().map { WorldScenario.day($0.expiresDate) }
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
    var scenario = try WorldScenario(from: day)
    try scenario.buy(product)
    for _ in 1..<expected.count {
      scenario.world.advance(to: scenario.transactions().last?.expiresDate ?? scenario.world.now)
    }
    #expect(Self.ends(scenario) == expected)
    let periods = scenario.transactions()
    for (period, next) in zip(periods, periods.dropFirst()) {
      #expect(next.purchaseDate - (period.expiresDate ?? 0) == 0)
    }
  }

  @Test func `a renewal is charged up to six hours ahead and begins where the old period ends`()
    throws
  {
    var scenario = try WorldScenario()
    try scenario.buy("basic.weekly")
    scenario.pass(days: 700)
    let periods = scenario.transactions()
    let leads = scenario.told("DID_RENEW").map {
      ($0.transaction?.purchaseDate ?? 0) - $0.signedDate
    }
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
    var scenario = try WorldScenario()
    try scenario.buy("basic.weekly")
    scenario.world.breakCard(of: 0)
    scenario.world.advance(to: (scenario.transactions()[0].expiresDate ?? 0) - Int64(1).hours)
    scenario.world.mendCard(of: 0)
    scenario.pass(hours: 2)
    let periods = scenario.transactions()
    #expect(periods.count == 2)
    #expect(periods.last?.purchaseDate == periods.first?.expiresDate)
  }

  struct Path: Sendable, CustomStringConvertible {
    let description: String
    let product: String
    let offer: PurchaseCommand.OfferChoice?
    let prices: [Int64]
    let modes: [String?]
    let ends: [String]
  }

  @Test(arguments: [
    Path(
      description: "a free week", product: "pro.monthly", offer: .introductory,
      prices: [0, 9_990, 9_990], modes: ["FREE_TRIAL", nil, nil],
      ends: ["2025-01-08", "2025-02-08", "2025-03-08"]),
    Path(
      description: "three months as you go", product: "plus.monthly", offer: .introductory,
      prices: [1_990, 1_990, 1_990, 4_990],
      modes: ["PAY_AS_YOU_GO", "PAY_AS_YOU_GO", "PAY_AS_YOU_GO", nil],
      ends: ["2025-02-01", "2025-03-01", "2025-04-01", "2025-05-01"]),
    Path(
      description: "three months up front", product: "plus.quarterly", offer: .introductory,
      prices: [7_990, 12_990], modes: ["PAY_UP_FRONT", nil], ends: ["2025-04-01", "2025-07-01"]),
    Path(
      description: "a code for two months", product: "plus.monthly",
      offer: .named("PLUS_TWO_MONTHS"), prices: [990, 990, 4_990],
      modes: ["PAY_AS_YOU_GO", "PAY_AS_YOU_GO", nil],
      ends: ["2025-02-01", "2025-03-01", "2025-04-01"]),
  ])
  func `an offer lasts for its periods, then the full price is charged`(way: Path) throws {
    var scenario = try WorldScenario()
    try scenario.buy(way.product, offer: way.offer)
    while scenario.transactions().count < way.prices.count { scenario.pass(days: 7) }
    #expect(scenario.transactions().map(\.price) == way.prices)
    #expect(scenario.transactions().map(\.offerDiscountType) == way.modes)
    #expect(Self.ends(scenario) == way.ends)
  }

  @Test func `the offer's fields name its kind, its name and its whole length`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    try scenario.buy("pro.monthly", offer: .named("pro_three_months_half"))
    let next = try #require(scenario.told("OFFER_REDEEMED").first?.renewal)
    #expect(next.offerType == 2 && next.offerIdentifier == "pro_three_months_half")
    #expect(next.offerDiscountType == "PAY_AS_YOU_GO" && next.offerPeriod == "P3M")
    #expect(next.renewalPrice == 4_990)
    scenario.pass(days: 125)
    let periods = scenario.transactions()
    #expect(periods.map(\.offerType) == [nil, 2, 2, 2, nil])
    #expect(periods.map(\.price) == [9_990, 4_990, 4_990, 4_990, 9_990])
    #expect(periods[1].offerPeriod == "P3M")
  }

  @Test func `an introductory offer has no name, and is had once in a group`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly", offer: .introductory)
    #expect(
      scenario.transactions()[0].offerType == 1 && scenario.transactions()[0].offerIdentifier == nil
    )
    try scenario.world.cancel(0)
    scenario.pass(days: 10)
    #expect(throws: StoreRejection.self) { try scenario.buy("plus.monthly", offer: .introductory) }
  }

  @Test func `what lapsed lists the offers that would win it back, what fails lists none`() throws {
    var scenario = try WorldScenario()
    try scenario.buy("pro.monthly")
    #expect(scenario.renewal().eligibleWinBackOfferIds == nil)
    scenario.world.breakCard(of: 0)
    scenario.pass(days: 35)
    #expect(scenario.renewal().eligibleWinBackOfferIds == nil)
    scenario.pass(days: 20)
    #expect(scenario.renewal().eligibleWinBackOfferIds == nil)
    try scenario.world.cancel(0)
    #expect(scenario.renewal().eligibleWinBackOfferIds == ["pro_come_back"])
    scenario.world.mendCard(of: 0)
    try scenario.buy("pro.monthly", offer: .named("pro_come_back"))
    #expect(scenario.transactions().last?.offerType == 4)
    #expect(scenario.renewal().eligibleWinBackOfferIds == nil)
  }

  @Test func `a gap of more than sixty days begins a new run`() throws {
    for (gap, isNew) in [(Int64(59), false), (62, true)] {
      var scenario = try WorldScenario()
      try scenario.buy("pro.monthly")
      try scenario.world.cancel(0)
      scenario.pass(days: 31 + gap)
      try scenario.buy("pro.monthly")
      let begun = scenario.renewal().recentSubscriptionStartDate
      #expect((begun == scenario.transactions()[0].purchaseDate) != isNew)
      #expect((begun == scenario.transactions()[1].purchaseDate) == isNew)
      #expect(
        scenario.transactions()[1].originalTransactionId == scenario.transactions()[0].transactionId
      )
    }
  }
}
