import Ledger
import Projections
import TestSupport
import Testing

@testable import Reports

/// Reports in one currency, with figures worked out by hand: a month of 9.99 EUR and one of 1,500 JPY, which
/// hold taxes of 1,595 and 136,364 and have commissions of 2,519 and 409,091 milliunits.
struct ReportConversionTests {
  private static let rates = """
    date,currency,rate
    2025-02-01,JPY,0.0062
    2025-01-15,JPY,0.0061
    2025-01-01,USD,0.97

    """

  private func converted(
    _ name: ReportName, _ rates: String = rates, into currency: String = "EUR",
    by intervals: ReportInterval.Length? = nil, to end: String = "2025-02-01"
  ) async throws -> Report {
    try await TestLedger.with { ledger in
      var japanese = PaidMonths("4000")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      try await ledger.record(PaidMonths("3000").events(1) + japanese.events(2))
      try await ledger.project()
      var request = ReportRequest(name, of: TestLedger.bundleID)
      (request.from, request.to) = (Instant(day: "2025-01-01"), Instant(day: end))
      (request.dimensions, request.intervals) = ([], intervals)
      let report = try await ledger.reports.report(request)
      return try ReportConversion(by: ExchangeRates(csv: rates, into: currency), .utc)
        .convert(report)
    }
  }

  /// 1,500,000 * 0.0061 = 9,150; the tax is 831.82, the commission 2,495.46, the proceeds 5,822.72.
  @Test func `amounts have the rate of the last day, and the rate and its day are shown`()
    async throws
  {
    let report = try await converted(.proceeds)
    #expect(
      report.columns.prefix(5) == ["currency", "originalCurrency", "rate", "rateDate", "net"])
    let amounts: [[Int128]] = [[9_990, 1_595, 2_519, 5_876], [9_150, 832, 2_495, 5_823]]
    let heads: [[String?]] = [["EUR", "EUR", "1", nil], ["EUR", "JPY", "0.0061", "2025-01-15"]]
    #expect(
      report.rows
        == zip(heads, amounts).map { heads, amounts in
          heads.map { .text($0) } + (amounts + [0, 0]).map { .money($0) }
        })
    let total = ReportTable.lines(report).last?.split(separator: " ").joined(separator: " ")
    #expect(total == "total EUR 19.14 2.427 5.014 11.699 0.00 0.00")
  }

  /// The second month begins on 2025-02-09: 1,500,000 * 0.0062 = 9,300.
  @Test func `each month has the rate of its own last day`() async throws {
    let report = try await converted(.sales, by: .month, to: "2025-03-01")
    let told = report.rows.map { row in (0..<5).map { row[$0] } }
    #expect(
      told
        == [
          ["2025-01", "EUR", "EUR", "1", nil], ["2025-01", "EUR", "JPY", "0.0061", "2025-01-15"],
          ["2025-02", "EUR", "JPY", "0.0062", "2025-02-01"],
        ].map { (row: [String?]) in row.map { .text($0) } })
    #expect(report.rows.map { $0[6] } == [9_990, 9_150, 9_300].map { .money($0) })
  }

  @Test func `what is given back is rounded as what was paid`() throws {
    let rate = try #require(
      ExchangeRates.Rate("0.5", from: CivilDate(of: Instant(day: "2025-01-01"))))
    #expect([3, -3, 1, -1, 0].map(rate.convert) == [2, -1, 1, 0, 0])
  }

  @Test(arguments: [
    ("date,rate\n", "line 1 must be date,currency,rate"),
    (
      "date,currency,rate\n2025-01-32,JPY,1\n",
      "line 2 must be a day, a currency and a positive rate"
    ),
    ("date,currency,rate\n2025-01-01,JPY,0\n", "line 2 must be"),
    ("date,currency,rate\n2025-01-01,JPY,-1\n", "line 2 must be"),
    ("date,currency,rate\n2025-01-01,yen,1\n", "line 2 must be"),
    (
      "date,currency,rate\n2025-01-01,JPY,1\n2025-01-01,JPY,2\n",
      "line 3 tells JPY of 2025-01-01 again"
    ),
    ("date,currency,rate\n2025-03-01,JPY,1\n", "there is no rate of JPY on or before 2025-01-31"),
  ])
  func `a file of rates that cannot be meant is rejected with its line`(csv: String, reason: String)
    async throws
  {
    let fault = await #expect(throws: ExchangeRates.Fault.self) {
      _ = try await converted(.sales, csv)
    }
    #expect(fault?.description.contains(reason) == true, "\(fault?.description ?? "")")
  }
}
