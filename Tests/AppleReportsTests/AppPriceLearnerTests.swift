import AppleReports
import Ledger
import Testing

/// The prices of an app that daily sales files tell.
struct AppPriceLearnerTests {
  /// A row of downloads at 4.99 in Germany.
  private func row(
    _ price: String = "4.99", on day: String = "03/30/2026", country: String = "DE",
    currency: String = "EUR", type: String = "1F", units: String = "1",
    number: String = "1400000001",
    parent: String = ""
  ) -> [String: String] {
    [
      "SKU": "MOON", "Apple Identifier": number, "Parent Identifier": parent,
      "Product Type Identifier": type, "Customer Price": price, "Developer Proceeds": "2.94",
      "Begin Date": day, "End Date": day, "Country Code": country, "Customer Currency": currency,
      "Currency of Proceeds": currency, "Units": units, "Subscription": "", "Period": "",
    ]
  }

  private func lesson(_ rows: [String: String]...) throws -> AppPriceLearner.Lesson {
    var builder = ReportBuilder.sales
    builder.rows = rows
    var learner = AppPriceLearner(appleID: 1_400_000_001)
    guard case .sales(let rows) = try builder.read().rows else { return learner.lesson() }
    for row in rows { learner.add(row) }
    return learner.lesson()
  }

  private func lines(_ lesson: AppPriceLearner.Lesson) -> [String] {
    (lesson.prices?.rows ?? []).map { row in
      "\(row.firstDay) \(row.lastDay) \(row.storefront) \(row.price) \(row.currency)"
    } + lesson.ambiguous.map { "\($0.day) \($0.units)" }
  }

  @Test func `consecutive days with one price are one row, and a day without a sale ends it`()
    throws
  {
    let lesson = try lesson(
      row(on: "03/30/2026", units: "3"), row(on: "03/31/2026"), row(on: "03/31/2026", type: "1T"),
      row(on: "04/02/2026"), row("5.99", on: "04/03/2026"))
    #expect(
      lines(lesson) == [
        "2026-03-30 2026-03-31 DEU 4990 EUR", "2026-04-02 2026-04-02 DEU 4990 EUR",
        "2026-04-03 2026-04-03 DEU 5990 EUR",
      ])
    #expect(lesson.prices?.sku == "MOON")
    #expect(lesson.units == 7)
  }

  /// An AppTransaction of such a day may be of either kind, a free one too.
  @Test(arguments: [
    ("5.99", "DE", "EUR"), ("4.99", "FR", "EUR"), ("4.99", "DE", "USD"), ("0", "DE", "EUR"),
  ])
  func `a day with several prices or storefronts tells none`(
    price: String, country: String, currency: String
  ) throws {
    let lesson = try lesson(
      row(on: "03/29/2026"), row(units: "2"), row(price, country: country, currency: currency),
      row(on: "03/31/2026"))
    #expect(
      lines(lesson) == [
        "2026-03-29 2026-03-29 DEU 4990 EUR", "2026-03-31 2026-03-31 DEU 4990 EUR", "2026-03-30 3",
      ])
  }

  @Test func `a free day tells no price and is not ambiguous`() throws {
    let lesson = try lesson(row("0", on: "03/29/2026"), row("0", country: "FR"))
    #expect(lines(lesson) == [])
    #expect(lesson.prices == AppPrices(sku: "MOON", rows: []))
    #expect(lesson.units == 0)
  }

  @Test func `refunds, updates, downloads again, bundles and other products tell nothing`() throws {
    let lesson = try lesson(
      row("-4.99", units: "-1"), row("1.99", type: "3F"), row("1.99", type: "7"),
      row("1.99", type: "1-B"), row("1.99", number: "1400000002"),
      row("1.99", type: "IA1", parent: "MOON"))
    #expect(lesson.prices == nil)
    #expect(lines(lesson) == [])
  }

  @Test func `a price that no signed transaction can have tells none`() throws {
    let lesson = try lesson(row("4.9999"), row("2000000000000", on: "03/31/2026"))
    #expect(lines(lesson) == ["2026-03-30 1", "2026-03-31 1"])
  }
}
