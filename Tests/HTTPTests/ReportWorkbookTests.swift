import HTTPTypes
import Ledger
import Projections
import TestSupport
import Testing

@testable import Reports

/// Workbooks as a spreadsheet opens them.
struct ReportWorkbookTests {
  private typealias Cell = ReadWorkbook.Cell

  /// Lends a report with these rows, whose columns are named c0, c1 and so on.
  private func withReport<Result: Sendable>(
    _ rows: [[Report.Value]], _ body: @Sendable (Report) throws -> Result
  ) async throws -> Result {
    try await TestLedger.with { ledger in
      let report = try await ledger.reports.report(ReportRequest(.sales, of: TestLedger.bundleID))
      return try body(
        report.with(columns: (rows.first ?? []).indices.map { "c\($0)" }, rows: rows))
    }
  }

  /// Returns the cells of a report with one row.
  private func cells(_ row: [Report.Value]) async throws -> [Cell?] {
    try await withReport([row]) { try ReadWorkbook(ReportWorkbook.bytes($0)).rows.last ?? [] }
  }

  private static func text(_ content: String) -> Cell {
    Cell(content: content, isNumber: false, format: "@", isBold: false)
  }

  private static func number(_ content: String, _ format: String) -> Cell {
    Cell(content: content, isNumber: true, format: format, isBold: false)
  }

  @Test(arguments: [
    "=1+1", "+49", "-1", "@sum", "\t=1", "\r=1", "\r\n=1", "'=1", " a ", "a\nb", "玩家", "e\u{301}",
    "<a href=\"x\">&amp;</a>", "]]>", "\u{0}\u{1}\u{1F}", "\u{FFFE}\u{FFFF}",
    "\u{7F}\u{85}\u{2028}",
    "_x0041_", "_x00_", "_x005F_x0041_", "__x0041__", "_", "😀_x1F600_",
  ])
  func `a text stays the text that it is`(text: String) async throws {
    #expect(try await cells([.text(text)]) == [Self.text(text)])
  }

  @Test(arguments: [
    ("=1+1", "=1+1"), ("a<b>&\"'", "a&lt;b&gt;&amp;\"'"),
    ("\u{0}\r\u{1B}", "_x0000__x000D__x001B_"),
    ("a\tb\nc", "a\tb\nc"), ("_x0041_", "_x005F_x0041_"), ("_x00g1_", "_x00g1_"),
    ("_X0041_", "_X0041_"),
    ("_x0aF1_", "_x005F_x0aF1_"), ("_x0041", "_x0041"), ("\u{FFFF}", "_xFFFF_"),
  ])
  func `characters that XML does not have are written by their numbers`(
    text: String, content: String
  ) {
    #expect(XMLText.escaped(text) == content)
  }

  /// 2^53 is 9,007,199,254,740,992, above which a floating-point number misses every second one.
  @Test func `a number has every digit`() async throws {
    let row: [Report.Value] = [
      .money(9_995), .money(-3), .money(0), .balance(9_007_199_254_740_993),
      .money(170_141_183_460_469_231_731_687_303_715_884_105_727), .number(9_007_199_254_740_993),
      .number(-2), .measure(400), .decimal("0.40000"), .decimal("1"), .decimal("0.12345678901"),
    ]
    let amount = "#,##0.000"
    #expect(
      try await cells(row) == [
        Self.number("9.995", amount), Self.number("-0.003", amount),
        Self.number("0.000", amount), Self.number("9007199254740.993", amount),
        Self.number("170141183460469231731687303715884105.727", amount),
        Self.number("9007199254740993", "#,##0"), Self.number("-2", "#,##0"),
        Self.number("400", "#,##0"), Self.number("0.40000", "0.00000"),
        Self.number("1", "#,##0"), Self.number("0.12345678901", "0.000000000"),
      ])
  }

  @Test func `what is unknown is an empty cell`() async throws {
    let row: [Report.Value] = [
      .text(nil), .money(nil), .measure(nil), .decimal(nil), .text(""), .number(0),
    ]
    #expect(try await cells(row) == [nil, nil, nil, nil, nil, Self.number("0", "#,##0")])
  }

  @Test func `the heading is that of tables, and the names of the columns stay in view`()
    async throws
  {
    try await withReport([[.text("EUR"), .money(9_990)], [.text("JPY"), .money(nil)]]) { report in
      let workbook = try ReadWorkbook(ReportWorkbook.bytes(report))
      let lines = ReportTable.lines(report)
      #expect(workbook.rows.count == 5)
      #expect(workbook.rows[0] == [Self.text(lines[0])])
      #expect(workbook.rows[1] == [Self.text(lines[1])])
      #expect(lines[1].hasSuffix("amounts in units of the currency"))
      #expect(
        workbook.rows[2]
          == ["c0", "c1"].map { Cell(content: $0, isNumber: false, format: "@", isBold: true) })
      #expect(workbook.csvRows == [["EUR", "9990"], ["JPY", ""]])
      #expect(
        workbook.sheet.contains(
          #"<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>"#))
      #expect(workbook.sheet.contains(#"<dimension ref="A1:B5"/>"#))
    }
  }

  @Test func `the same report has the same bytes, without a time`() async throws {
    try await withReport(Array(repeating: [.text("a"), .money(1)], count: 4_000)) { report in
      let bytes = try ReportWorkbook.bytes(report)
      #expect(try ReportWorkbook.bytes(report) == bytes)
      let workbook = try ReadWorkbook(bytes)
      #expect(workbook.csvRows.count == 4_000)
      #expect(
        workbook.archive.names == [
          "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels",
          "xl/styles.xml", "xl/worksheets/sheet1.xml",
        ])
      // 1980-01-01, the first day of the form.
      #expect(Set(workbook.archive.times) == [[0, 33]])
      let book = String(decoding: workbook.archive["xl/workbook.xml"], as: UTF8.self)
      #expect(book.contains(#"<sheet name="sales" "#))
    }
  }

  @Test func `the columns after Z have two letters`() async throws {
    let row = (0..<703).map { Report.Value.number(Int128($0)) }
    try await withReport([row]) { report in
      let workbook = try ReadWorkbook(ReportWorkbook.bytes(report))
      #expect(workbook.csvRows == [(0..<703).map { "\($0)" }])
      for (place, number) in [("Z4", 25), ("AA4", 26), ("ZZ4", 701), ("AAA4", 702)] {
        #expect(workbook.sheet.contains(#"<c r="\#(place)" s="3"><v>\#(number)</v></c>"#))
      }
    }
  }

  /// Three of 1,048,576 rows stand above those of the report.
  @Test func `a report that no worksheet holds is refused with a remedy`() async throws {
    try await withReport(Array(repeating: [.number(1)], count: 1_048_574)) { report in
      let refused = #expect(throws: WorksheetTooLarge.self) { try ReportWorkbook.bytes(report) }
      #expect(
        refused?.description
          == "must be csv here: the report has 1048574 rows, and a worksheet at most 1048573")
    }
    for (text, isRefused) in [
      (String(repeating: "玩", count: 32_767), false), (String(repeating: "a", count: 32_768), true),
      (String(repeating: "😀", count: 16_384), true),
    ] {
      try await withReport([[.text(text)]]) { report in
        let bytes = try? ReportWorkbook.bytes(report)
        #expect((bytes == nil) == isRefused)
      }
    }
  }

  @Test func `a workbook is answered with its media type`() async throws {
    try await TestService.with { service in
      let answer = try await service.get("/v1/reports/sales?format=xlsx")
      #expect(
        answer.headers[.contentType]
          == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
      #expect(answer.headers[.eTag] == nil)
      #expect(
        try await service.workbook("sales?by=").heading[0][0].hasPrefix("sales of com.example"))
    }
  }
}
