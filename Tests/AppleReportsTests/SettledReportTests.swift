import AppleReports
import Ledger
import Testing

struct SettledReportTests {
  /// Three sales at 7.00 USD, one refund, and two sales at 5.88 EUR: 14.00 USD and 11.76 EUR.
  private static let financial = ReportBuilder.financial.with(
    ["Quantity": "3", "Extended Partner Share": "21.00"],
    [
      "Quantity": "-1", "Extended Partner Share": "-7.00", "Sale or Return": "R",
      "Customer Price": "-9.99",
    ],
    [
      "Quantity": "2.00", "Partner Share": "5.88", "Extended Partner Share": "11.76",
      "Partner Share Currency": "EUR", "Country Of Sale": "DE", "Customer Currency": "EUR",
    ])
  private static let dollars: ReportBuilder = {
    var report = financial
    report.rows.removeLast()
    return report
  }()
  private static let countries = [
    "Country Of Sale\tPartner Share Currency\tQuantity\tExtended Partner Share",
    "DE\tEUR\t2\t11.76", "US\tUSD\t2\t14.00",
  ]

  @Test func `rows have quantities, shares and their direction`() throws {
    let report = try Self.financial.read()
    let rows = report.financialRows
    #expect(rows.map(\.quantity) == [3, -1, 2])
    #expect(rows.map(\.partnerShare.milliunits) == [7_000, 7_000, 5_880])
    #expect(rows.map(\.extendedPartnerShare.milliunits) == [21_000, -7_000, 11_760])
    #expect(rows.map(\.saleOrReturn) == [.sale, .return, .sale])
    #expect(rows.map(\.storefront) == ["USA", "USA", "DEU"])
    #expect(rows[0].vendorIdentifier == "moon.month")
    #expect(report.period.map { "\($0.lowerBound) \($0.upperBound)" } == "2026-03-01 2026-03-28")
    #expect(report.period.map { FiscalMonth(of: $0.lowerBound).description } == "2026-06")
    #expect(report.totals?.isEmpty == true)
  }

  @Test func `the direction has two headings`() throws {
    var report = Self.financial
    report.headings = report.headings.map { $0 == "Sale or Return" ? "Sales or Return" : $0 }
    report.usual["Sales or Return"] = "S"
    report.rows[1]["Sales or Return"] = "X"
    #expect(try report.read().financialRows.map(\.saleOrReturn) == [.sale, .other("X"), .sale])
  }

  @Test func `totals that agree are kept`() throws {
    let totals = try #require(
      try Self.dollars.ending("Total_Rows\t2", "Total_Units\t2.00", "Total_Amount\t14.00").read()
        .totals)
    #expect(totals.rows == ExactDecimal(2))
    #expect(totals.units == ExactDecimal(2))
    #expect(totals.amounts == [nil: ExactDecimal(14)])
    #expect(totals.unchecked == [])
  }

  @Test(
    arguments: [
      ("Total_Amount\t14.01", "Total_Amount is 14.01 and the rows add up to 14"),
      ("Total_Amount\t13.99", "Total_Amount is 13.99 and the rows add up to 14"),
      ("total amount\tUSD\t14.01", "Total_Amount is 14.01 and the rows add up to 14"),
      ("Total_Amount\t14.00\tEUR", "Total_Amount is 14 and the rows add up to 0"),
      ("Total_Rows\t3", "Total_Rows is 3 and the rows add up to 2"),
      ("Total_Units\t4", "Total_Units is 4 and the rows add up to 2"),
    ])
  func `a total that differs is refused with both figures`(line: String, reason: String) {
    let error = #expect(throws: AppleReportError.self) { try Self.dollars.ending("", line).read() }
    #expect(
      error?.description == "FINANCIAL report, line 5: \(reason); download the report again")
  }

  @Test func `rows in several currencies have an amount for each, or one that is not compared`()
    throws
  {
    let each = try Self.financial.ending("Total_Amount\tEUR\t11.76", "Total_Amount\tUSD\t14").read()
    #expect(each.totals?.amounts["EUR"]?.milliunits == 11_760)
    #expect(each.totals?.unchecked == [])
    let one = try Self.financial.ending("Total_Rows\t3", "Total_Amount\t25.76").read()
    #expect(one.totals?.unchecked == ["Total_Amount"])
  }

  @Test func `a file without rows may have totals`() throws {
    let none = ReportBuilder.financial
    let report = try none.ending("Total_Rows\t0", "Total_Amount\t0.00", "Total_Units\t0").read()
    #expect((report.count, report.period) == (0, nil))
    #expect(report.totals?.rows == .zero)
    #expect(throws: AppleReportError.self) { try none.ending("Total_Rows\t1").read() }
  }

  @Test func `totals by country and currency are compared`() throws {
    var report = Self.financial
    report.end = ["Total_Rows\t3", ""] + Self.countries
    let totals = try #require(try report.read().totals)
    #expect(totals.countries.map(\.storefront) == ["DEU", "USA"])
    #expect(totals.countries.map(\.extendedPartnerShare.milliunits) == [11_760, 14_000])
    #expect(!totals.isEmpty)
  }

  @Test(
    arguments: [
      (
        ["DE\tEUR\t2\t11.77", "US\tUSD\t2\t14.00"], "Extended Partner Share of DEU EUR is 11.77",
        "11.76"
      ),
      (["DE\tEUR\t3\t11.76", "US\tUSD\t2\t14.00"], "Quantity of DEU EUR is 3", "2"),
      (["US\tUSD\t2\t14.00"], "Quantity of DEU EUR is not stated", "2"),
      (["DE\tEUR\t2\t11.76", "US\tUSD\t2\t14", "FR\tEUR\t1\t5"], "Quantity of FRA EUR is 1", "0"),
    ])
  func `a country that differs is refused with both figures`(
    lines: [String], reason: String, computed: String
  ) {
    var report = Self.financial
    report.end = [Self.countries[0]] + lines
    let error = #expect(throws: AppleReportError.self) { try report.read() }
    #expect(
      error?.description
        == "FINANCIAL report, line 5: \(reason) and the rows add up to \(computed); "
        + "download the report again")
  }

  @Test func `unknown totals are kept by name`() throws {
    let report = try Self.dollars.ending("Total_Moons\t79", "Prepared by the moon").read()
    #expect(report.totals?.unchecked == ["Total_Moons", "Prepared by the moon"])
  }

  @Test(
    arguments: [
      ("Total_Amount\t1,400.00", CellProblem.comma), ("Total_Amount", .blank),
      ("Total_Amount\tmany", .notANumber),
    ])
  func `a total that cannot be read is named`(line: String, problem: CellProblem) {
    #expect(throws: AppleReportError.cell(.financial, column: "Total_Amount", line: 4, problem)) {
      try Self.dollars.ending(line).read()
    }
  }

  @Test func `a row with a damaged date, and a row after the totals, are refused`() {
    var damaged = Self.financial
    damaged.rows[1]["Start Date"] = "13/45/2026"
    #expect(throws: AppleReportError.strayLine(.financial, line: 3)) { try damaged.read() }
    let row = Self.dollars.text.split(separator: "\n").map(String.init)[1]
    #expect(throws: AppleReportError.strayLine(.financial, line: 5)) {
      try Self.dollars.ending("Total_Rows\t2", row).read()
    }
    #expect(throws: AppleReportError.strayLine(.financial, line: 4)) {
      try Self.dollars.ending("03/0").read()
    }
  }

  @Test func `details have a head, and a transaction may be of an earlier fiscal month`() throws {
    let report = try ReportBuilder.financeDetail.with(
      ["Transaction Date": "11/28/2025", "Settlement Date": "12/01/2025"],
      [
        "Transaction Date": "12/20/2025", "Settlement Date": "12/27/2025", "Quantity": "-1",
        "Extended Partner Share": "-7.00", "Sale or Return": "R",
      ]
    ).ending("", Self.countries[0], "US\tUSD\t0\t0.00").read()
    let rows = report.detailRows
    #expect(rows.map(\.line) == [6, 7])
    #expect(rows.map { FiscalMonth(of: $0.transactionDate).description } == ["2026-02", "2026-03"])
    #expect(rows.map { FiscalMonth(of: $0.settlementDate).description } == ["2026-03", "2026-03"])
    #expect(rows.map(\.saleOrReturn) == [.sale, .return])
    #expect(rows[0].region == "US")
    #expect(report.period == FiscalMonth("2026-03")?.days)
  }

  @Test func `details without a head cover the days of settlement`() throws {
    var report = ReportBuilder.financeDetail.with(
      ["Settlement Date": "12/02/2025"], ["Settlement Date": "2025-12-09"])
    report.head = []
    let period = try report.read().period
    #expect(period.map { "\($0.lowerBound) \($0.upperBound)" } == "2025-12-02 2025-12-09")
  }

  @Test func `a total of details that differs is refused`() {
    let report = ReportBuilder.financeDetail.with([:])
      .ending(Self.countries[0], "US\tUSD\t1\t7.01")
    #expect(
      throws: AppleReportError.total(
        .financeDetail, name: "Extended Partner Share of USA USD", line: 7,
        stated: ExactDecimal(milliunits: 7_010), computed: ExactDecimal(7))
    ) { try report.read() }
  }
}
