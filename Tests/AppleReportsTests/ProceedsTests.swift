import AppleReports
import Ledger
import Testing

struct ProceedsTests {
  private static func observations(_ rows: [String: String]...) throws -> [ProceedsObservation] {
    var report = ReportBuilder.sales
    report.rows = rows
    return try report.read().salesRows.compactMap { ProceedsObservation($0) }
  }

  private static func key(
    _ rate: ProceedsRate, _ month: ProceedsRatios.Month, currency: String = "EUR"
  ) -> ProceedsRatios.Key {
    ProceedsRatios.Key(
      storefront: "DEU", product: "moon.month", priceCurrency: currency,
      proceedsCurrency: currency, rate: rate, month: month)
  }

  private static func decimals(_ milliunits: Int64...) -> Set<ExactDecimal> {
    Set(milliunits.map { ExactDecimal(milliunits: $0) })
  }

  /// 9.99 EUR with 19 % tax is 8.395 EUR before tax: 5.88 at 70 % and 7.14 at 85 %.
  @Test func `the ratio is learned by rate and month, with its units`() throws {
    let march = try #require(CivilDate(year: 2026, month: 3, day: 31))
    let april = try #require(CivilDate(year: 2026, month: 4, day: 1))
    let found = try Self.observations(
      ["Units": "3"],
      ["Units": "-1", "Customer Price": "-9.99"],
      ["Units": "2", "Customer Price": "8.99", "Developer Proceeds": "5.29"],
      ["Developer Proceeds": "7.14", "Proceeds Reason": "Rate After One Year"],
      ["Begin Date": "04/01/2026", "End Date": "04/01/2026", "Units": "5"],
      ["Customer Price": "0", "Developer Proceeds": "0"],
      ["Units": "0"])
    #expect(found.count == 5)
    var calendar = ProceedsRatios(by: .calendar)
    for observation in found { calendar.add(observation) }
    let standard = try #require(
      calendar.ratios[Self.key(.standard, ProceedsRatios.Months.calendar.month(of: march))])
    #expect(standard.units == 6)
    #expect(standard.price.milliunits == 57_940)  // 4 × 9.99 + 2 × 8.99
    #expect(standard.proceeds.milliunits == 34_100)  // 4 × 5.88 + 2 × 5.29
    #expect(abs(standard.value - 0.588540) < 0.000001)
    let higher = calendar.ratios[
      Self.key(.afterOneYear, ProceedsRatios.Months.calendar.month(of: march))]
    #expect(higher?.units == 1)
    #expect(higher?.proceeds.milliunits == 7_140)
    let next = calendar.ratios[
      Self.key(.standard, ProceedsRatios.Months.calendar.month(of: april))]
    #expect(next?.units == 5)
    #expect(calendar.ratios.count == 3)

    // Fiscal April 2026 begins on 29 March.
    var fiscal = ProceedsRatios(by: .fiscal)
    for observation in found { fiscal.add(observation) }
    #expect(fiscal.ratios.count == 2)
    let month = try #require(FiscalMonth("2026-07"))
    #expect(fiscal.ratios[Self.key(.standard, .fiscal(month))]?.units == 11)
  }

  @Test func `sales and subscribers are of one product by Apple's number`() throws {
    let sales = try ReportBuilder.sales.with([:]).read().salesRows
    let products = ProceedsObservation.productIDs(in: sales)
    let rows = try ReportBuilder.subscriber.with(
      ["Refund": "Yes", "Units": "-1", "Customer Price": "-9.99", "Developer Proceeds": "-7.00"],
      ["Subscription Apple ID": "1500000009"], ["Customer Price": ""]
    ).read().subscriberRows
    let found = rows.compactMap { ProceedsObservation($0, products: products) }
    #expect(found.map(\.product) == ["moon.month", "1500000009"])
    #expect(found.map(\.price.milliunits) == [9_990, 9_990])
    #expect(found.map(\.proceeds.milliunits) == [7_000, 7_000])
    #expect(found.map(\.units) == [1, 1])
  }

  @Test(
    arguments: [
      // 9.99 × 0.70 and × 0.85
      (decimals(6_990, 8_490), "USD", Int64(6_990), Int64(8_490)),
      (decimals(7_000, 8_500), "USD", 7_000, 8_500),
      // 9.99 less 19 % tax
      (decimals(5_880, 7_140), "EUR", 5_880, 7_140),
      // 0.99 × 0.70 and × 0.85, cut off
      (decimals(690, 840), "USD", 690, 840),
      // 1500 less 10 % tax: 954.5 and 1159.1, rounded to whole yen
      (decimals(955_000, 1_159_000), "JPY", 955_000, 1_159_000),
      // A third value of another price change
      (decimals(7_000, 7_600, 8_500), "USD", 7_000, 8_500),
      // More digits
      (decimals(5_877, 7_136), "EUR", 5_877, 7_136),
    ])
  func `two values in the ratio 85 to 70 are the two rates`(
    values: Set<ExactDecimal>, currency: String, standard: Int64, higher: Int64
  ) throws {
    let pair = try #require(RatePairs.pair(in: values, currency: currency))
    #expect(pair.standard.milliunits == standard)
    #expect(pair.afterOneYear.milliunits == higher)
  }

  @Test(
    arguments: [
      (decimals(), "USD"), (decimals(7_000), "USD"), (decimals(7_000, 8_400), "USD"),
      (decimals(7_000, 8_000), "USD"), (decimals(8_500, 10_000), "USD"),
      // Two pairs
      (decimals(7_000, 8_490, 8_500), "USD"), (decimals(4_900, 5_950, 7_225), "USD"),
      // Too small to tell
      (decimals(70, 80), "USD"), (decimals(14_000, 17_000), "JPY"),
      // Dollars are not rounded to whole ones
      (decimals(955_000, 1_159_000), "USD"),
    ])
  func `other values are not`(values: Set<ExactDecimal>, currency: String) {
    #expect(RatePairs.pair(in: values, currency: currency) == nil)
  }

  @Test func `settled rows have the rate of their proceeds`() throws {
    let rows = try ReportBuilder.financial.with(
      [:], ["Partner Share": "8.50", "Extended Partner Share": "8.50"],
      ["Partner Share": "6.00", "Extended Partner Share": "6.00"],
      ["Partner Share": "7.00", "Customer Price": "10.99"]
    ).read().financialRows
    let found = rows.compactMap { ProceedsObservation($0) }
    let pairs = RatePairs(in: found)
    #expect(found.map { pairs.rate(of: $0) } == [.standard, .afterOneYear, nil, nil])
    var ratios = ProceedsRatios(by: .fiscal)
    for observation in found { ratios.add(observation, rate: pairs.rate(of: observation)) }
    #expect(ratios.ratios.values.map(\.units) == [1, 1])
  }

  @Test func `details are observed on the day of the transaction`() throws {
    let row = try ReportBuilder.financeDetail.with(["Transaction Date": "11/28/2025"]).read()
      .detailRows[0]
    let observation = try #require(ProceedsObservation(row))
    #expect(observation.date.description == "2025-11-28")
    #expect(observation.rate == nil)
    #expect(observation.product == "moon.month")
  }
}
