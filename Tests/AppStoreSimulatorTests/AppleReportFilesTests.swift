import AppStoreSimulator
import AppleReports
import Ledger
import Testing

/// The figures of one life in Germany, worked out by hand. The tax in a price is 19/119.
///
/// 9.99 EUR: tax 1.595, commission of 8.395 2.519 at 30 % and 1.259 at 15 %, proceeds 5.876 and 7.136.
/// 0.99 EUR: tax 0.158, commission of 0.832 0.250, proceeds 0.582. Half of it: price 0.495, tax 0.079,
/// commission 0.125, proceeds 0.291.
struct AppleReportFilesTests {
  private static let monthly = WorldScenario.prefix + "pro.monthly"
  private static let gems = WorldScenario.prefix + "gems.100"

  /// Ann buys three bags of gems and begins a trial on 1 January 2025. Half of the price of the gems is
  /// refunded on 3 January. The trial becomes a paid month on 8 January, and she is in her second year on
  /// 8 January 2026. The month of March is refunded on 20 January 2026.
  private static func life() throws -> WorldScenario {
    let germany = try #require(Storefront.named("DEU"))
    var life = try WorldScenario(storefront: germany)
    try life.buy("gems.100", quantity: 3)
    try life.buy("pro.monthly", offer: .introductory)
    try life.passTo("2025-01-03")
    try life.world.refund(0, share: 50_000)
    try life.passTo("2026-01-20")
    let march = try #require(
      life.transactions().firstIndex { WorldScenario.day($0.purchaseDate) == "2025-03-08" })
    try life.world.refund(march, share: 100_000)
    try life.passTo("2026-03-05")
    return life
  }

  @Test(arguments: [
    (
      "2025-01-01",
      [
        "gems.100 3 x 0.99 EUR, 0.582 -", "pro.monthly 1 x 0 EUR, 0 new",
      ]
    ),
    ("2025-01-02", []), ("2025-01-03", ["gems.100 -3 x -0.495 EUR, 0.291 -"]),
    ("2025-01-08", ["pro.monthly 1 x 9.99 EUR, 5.876 renewal"]),
    ("2025-02-08", ["pro.monthly 1 x 9.99 EUR, 5.876 renewal"]),
    ("2025-12-08", ["pro.monthly 1 x 9.99 EUR, 5.876 renewal"]),
    ("2026-01-08", ["pro.monthly 1 x 9.99 EUR, 7.136 renewal Rate After One Year"]),
    ("2026-01-20", ["pro.monthly -1 x -9.99 EUR, 5.876 renewal"]),
  ])
  func `sales have units, prices and proceeds`(day: String, rows: [String]) throws {
    let sales = try ReadReports(of: Self.life().world).sales(day)
    let told = sales.map { "\($0.sku.dropFirst(WorldScenario.prefix.count)) \($0.figures)" }
    #expect(told == rows)
  }

  @Test func `sales name the product, the app and the period`() throws {
    let reports = try ReadReports(of: Self.life().world)
    let gems = try #require(reports.sales("2025-01-01").first)
    let month = try #require(reports.sales("2025-01-08").first)
    #expect([gems, month].map(\.productTypeIdentifier) == ["IA1", "IAY"])
    #expect([gems, month].map(\.periodText) == ["", "1 Month"])
    #expect([gems, month].map(\.parentIdentifier) == ["com.example.game", "com.example.game"])
    #expect([gems, month].map(\.storefront) == ["DEU", "DEU"])
    #expect([gems, month].map(\.proceedsCurrency) == ["EUR", "EUR"])
    #expect(gems.appleIdentifier != month.appleIdentifier)
    #expect(gems.appleIdentifier.count == 10)
    #expect("\(month.period)" == "2025-01-08...2025-01-08")
    let file = try reports.files.daily(.sales, on: ReadReports.day("2025-01-08"))
    #expect(file?.name == "S_D_85000000_20250108.txt.gz")
  }

  @Test func `a subscriber has one pseudonym, and a refund is marked`() throws {
    let life = try Self.life()
    let reports = ReadReports(of: life.world)
    let days = ["2025-01-01", "2025-01-08", "2026-01-08", "2026-01-20"]
    let rows = try days.flatMap { try reports.subscribers($0) }
    #expect(rows.map(\.customerPrice?.description) == ["0", "9.99", "9.99", "-9.99"])
    #expect(rows.map(\.developerProceeds?.description) == ["0", "5.876", "7.136", "5.876"])
    #expect(rows.map(\.units) == [1, 1, 1, -1])
    #expect(rows.map(\.refund) == [.no, .no, .no, .yes])
    #expect(
      rows.map(\.purchaseDate?.description) == [
        "2025-01-01", "2025-01-08", "2026-01-08", "2025-03-08",
      ])
    #expect(rows.map(\.offerType) == ["Free Trial", "", "", ""])
    #expect(rows.map(\.isRateAfterOneYear) == [false, false, true, false])
    let ids = Set(rows.map(\.subscriberID.rawValue))
    #expect(ids.count == 1)
    #expect(ids.first?.count == 18)
    #expect(life.transactions().allSatisfy { $0.appTransactionId.map(ids.contains) == false })
  }

  @Test(arguments: [
    ("2025-01-03", SubscriptionCounter.offer(.introductory, .freeTrial), "0", false),
    ("2025-01-10", .standardPrice, "5.876", false), ("2026-01-10", .standardPrice, "7.136", true),
  ])
  func `the state of the subscription is told at the end of each day`(
    day: String, counter: SubscriptionCounter, proceeds: String, isAfterAYear: Bool
  ) throws {
    let rows = try ReadReports(of: Self.life().world).subscriptions(day)
    #expect(rows.count == 1)
    #expect(rows.first?.counts.filter { $0.value > 0 } == [counter: 1])
    #expect(rows.first?.developerProceeds?.description == proceeds)
    #expect(rows.first?.isRateAfterOneYear == isAfterAYear)
  }

  @Test(arguments: [
    ("2025-01-01", "Start Introductory Offer", Int64(0)),
    ("2025-01-08", "Paid Subscription from Introductory Offer", 1), ("2025-02-08", "Renew", 2),
    ("2026-01-08", "Renew", 13), ("2026-01-20", "Refund", 13),
  ])
  func `events are told in Apple's words`(
    day: String, name: String, paidPeriods: Int64
  ) throws {
    let events = try ReadReports(of: Self.life().world).events(day)
    #expect(events.map(\.event) == [name])
    #expect(events.first?.consecutivePaidPeriods == paidPeriods)
    #expect(events.first?.originalStartDate?.description == "2025-01-01")
    #expect(events.first?.quantity == 1)
  }

  /// Fiscal January 2025 ends on 1 February: 3 × 0.582 − 3 × 0.291 + 5.876 = 6.749. Fiscal January 2026
  /// ends on 31 January: 7.136 − 5.876 = 1.260. The trial is not settled.
  @Test(arguments: [
    ("2025-04", ["S 3 x 0.582 = 1.746", "R -3 x 0.291 = -0.873", "S 1 x 5.876 = 5.876"], "6.749"),
    ("2025-05", ["S 1 x 5.876 = 5.876"], "5.876"),
    ("2026-04", ["R -1 x 5.876 = -5.876", "S 1 x 7.136 = 7.136"], "1.26"),
  ])
  func `settled reports add up`(month: String, rows: [String], amount: String) throws {
    let reports = try ReadReports(of: Self.life().world)
    let financial = try #require(try reports.financial(month))
    let told = financial.rows.map { row in
      let direction = row.saleOrReturn == .return ? "R" : "S"
      return "\(direction) \(row.quantity) x \(row.partnerShare) = \(row.extendedPartnerShare)"
    }
    #expect(told.count == rows.count)
    #expect(Set(told) == Set(rows))
    #expect(financial.totals.amounts["EUR"]?.description == amount)
    #expect(financial.totals.rows == ExactDecimal(Int64(rows.count)))
    #expect(financial.totals.unchecked == [])
    let details = try #require(try reports.details(month))
    #expect(details.rows.count == rows.count)
    #expect(details.totals.countries.map(\.extendedPartnerShare.description) == [amount])
    #expect(details.rows.allSatisfy { $0.transactionDate == $0.settlementDate })
  }

  @Test func `settled rows have the price with the sign of the row, and their day`() throws {
    let details = try #require(try ReadReports(of: Self.life().world).details("2025-04"))
    let rows = details.rows.map { "\($0.transactionDate) \($0.customerPrice) \($0.region)" }
    #expect(rows == ["2025-01-01 0.99 EU", "2025-01-03 -0.495 EU", "2025-01-08 9.99 EU"])
  }

  @Test func `proceeds may have two decimals, and settled sums follow`() throws {
    var settings = AppleReportSettings()
    settings.proceedsDecimals = 2
    let reports = ReadReports(of: try Self.life().world, by: settings)
    #expect(try reports.sales("2025-01-08").map(\.developerProceeds.description) == ["5.88"])
    #expect(try reports.sales("2025-01-01").map(\.developerProceeds.description) == ["0.58", "0"])
    // 3 × 0.58 − 3 × 0.29 + 5.88
    #expect(try reports.financial("2025-04")?.totals.amounts["EUR"]?.description == "6.75")
  }

  @Test func `a developer of a small business pays 15 % from the first day`() throws {
    var settings = AppleReportSettings()
    settings.commissionThousandths = 150
    let reports = ReadReports(of: try Self.life().world, by: settings)
    #expect(try reports.sales("2025-01-08").map(\.developerProceeds.description) == ["7.136"])
    #expect(try reports.sales("2025-01-08").map(\.proceedsReason) == [""])
  }
}
