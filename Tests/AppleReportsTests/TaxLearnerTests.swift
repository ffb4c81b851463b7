import AppleReports
import Ledger
import Testing

/// The taxes that price and proceeds tell, with figures worked out by hand. Apple keeps 30 % of the price
/// without tax where nothing else is said.
struct TaxLearnerTests {
  private static let table = TaxTable(rows: [.init(storefront: "DEU", thousandths: 190)])

  /// A row of one unit in euros.
  private func row(
    _ price: String, _ proceeds: String, of product: String = "moon.month",
    on day: String = "03/31/2026", country: String = "DE", currency: String = "EUR",
    paidIn: String? = nil, units: String = "1"
  ) -> [String: String] {
    [
      "SKU": product, "Customer Price": price, "Developer Proceeds": proceeds, "Begin Date": day,
      "End Date": day, "Country Code": country, "Customer Currency": currency,
      "Currency of Proceeds": paidIn ?? currency, "Units": units,
    ]
  }

  private func lesson(
    _ rows: [String: String]..., commission: Int = 300, beside table: TaxTable = table
  ) throws -> TaxLearner.Lesson {
    var builder = ReportBuilder.sales
    builder.rows = rows
    var learner = TaxLearner()
    guard case .sales(let rows) = try builder.read().rows else { return learner.lesson() }
    for row in rows { learner.add(row, commission: commission) }
    return learner.lesson(beside: table)
  }

  private func lines(_ lesson: TaxLearner.Lesson) -> [String] {
    lesson.changes.map { change in
      "\(change.product.storefront) \(change.product.productID) \(change.from) \(change.before) "
        + "\(change.thousandths) \(change.units)"
    }
  }

  /// 9.99 / 1.19 * 0.7 = 5.8765; 0.99 / 1.19 * 0.7 = 0.5824; 11.90 / 1.19 * 0.85 = 8.50.
  @Test func `the table stays where all rows allow it`() throws {
    let lesson = try lesson(row("9.99", "5.88"), row("0.99", "0.58", of: "b"))
    #expect(lines(lesson) == [])
    #expect(lesson.unexplained == [])
    #expect(lesson.units == 2)
    #expect(try self.lesson(row("11.90", "8.50"), commission: 150).changes == [])
  }

  /// 9.99 / 1.07 * 0.7 = 6.5355.
  @Test func `a reduced tax holds from the first day with a sale`() throws {
    let lesson = try lesson(
      row("9.99", "6.54", on: "03/30/2026"), row("9.99", "6.53", on: "03/31/2026", units: "3"),
      row("19.99", "13.08", on: "04/02/2026"))
    #expect(lines(lesson) == ["DEU moon.month 2026-03-30 190 70 5"])
    let start = try #require(Instant("2026-03-30T07:00:00.000Z"))
    #expect(
      lesson.rows == [
        .init(storefront: "DEU", productID: "moon.month", from: start, thousandths: 70)
      ])
  }

  /// 99.90 / 1.21 * 0.7 = 57.793, and 99.90 / 1.27 * 0.7 = 55.063. 0.57 of 0.99 allow 19.5 to 23.7 %, and
  /// 0.55 allow 23.8 to 28.3 %.
  @Test func `products whose price tells little follow those that tell more`() throws {
    let told = try lesson(row("0.99", "0.57", of: "cheap"), row("99.90", "57.79", of: "dear"))
    #expect(
      lines(told) == ["DEU cheap 2026-03-31 190 210 1", "DEU dear 2026-03-31 190 210 1"])
    let alone = try lesson(row("0.99", "0.55", of: "cheap"))
    #expect(lines(alone) == ["DEU cheap 2026-03-31 190 260 1"])
    let beside = try lesson(row("0.99", "0.55", of: "cheap"), row("99.90", "55.06", of: "dear"))
    #expect(
      lines(beside) == ["DEU cheap 2026-03-31 190 270 1", "DEU dear 2026-03-31 190 270 1"])
  }

  /// On the day of the change both prices are sold: Apple's day ends later than the storefront's.
  @Test func `a change has the day of the first sale with it`() throws {
    let lesson = try lesson(
      row("9.99", "5.88", on: "06/29/2026"), row("9.99", "6.03", on: "06/30/2026"),
      row("9.99", "5.88", on: "06/30/2026"), row("9.99", "6.03", on: "07/01/2026"))
    #expect(lines(lesson) == ["DEU moon.month 2026-06-30 190 160 2"])
  }

  @Test func `a tax that ends has a row too, and one that the table changes has none`() throws {
    let back = try lesson(
      row("9.99", "6.54", on: "03/30/2026"), row("9.99", "5.88", on: "04/30/2026"))
    #expect(
      lines(back) == [
        "DEU moon.month 2026-03-30 190 70 1", "DEU moon.month 2026-04-30 70 190 1",
      ])
    let table = TaxTable(rows: [
      .init(storefront: "DEU", thousandths: 190),
      .init(storefront: "DEU", from: Instant("2026-04-01T00:00:00.000Z"), thousandths: 160),
    ])
    let told = try lesson(
      row("9.99", "5.88", on: "03/30/2026"), row("9.99", "6.03", on: "04/30/2026"), beside: table)
    #expect(lines(told) == [])
    let exempt = try lesson(
      row("9.99", "5.88", on: "03/30/2026"), row("9.99", "5.88", on: "04/30/2026"), beside: table)
    #expect(lines(exempt) == ["DEU moon.month 2026-04-30 160 190 2"])
  }

  @Test func `yen have whole proceeds`() throws {
    // 150 / 1.1 * 0.7 = 95.45: of 95 yen 7 to 11 % are possible.
    let table = TaxTable(rows: [.init(storefront: "JPN", thousandths: 100)])
    let lesson = try lesson(
      row("150", "95", country: "JP", currency: "JPY"), beside: table)
    #expect(lines(lesson) == [])
    let exempt = try self.lesson(
      row("1500", "1050", country: "JP", currency: "JPY"), beside: table)
    #expect(lines(exempt) == ["JPN moon.month 2026-03-31 100 0 1"])
  }

  @Test func `refunds, free units and proceeds in another currency tell nothing`() throws {
    let lesson = try lesson(
      row("-9.99", "6.54", units: "-1"), row("0", "0"), row("9.99", "7.10", paidIn: "USD"))
    #expect(lesson.units == 0)
    #expect(lesson.changes == [])
    #expect(lesson.unexplained == [])
  }

  /// At 30 % at most 6.99 of 9.99 remain, and with a tax of 40 % at least 4.99.
  @Test(arguments: ["7.14", "4.80"])
  func `proceeds that no tax explains are told with their first day`(proceeds: String) throws {
    let lesson = try lesson(
      row("9.99", proceeds, on: "03/31/2026"), row("9.99", proceeds, on: "03/30/2026"),
      row("9.99", "5.88", on: "03/29/2026"))
    #expect(lines(lesson) == [])
    #expect(lesson.unexplained.map(\.day.description) == ["2026-03-30"])
    #expect(lesson.unexplained.map(\.commission) == [300])
  }
}
