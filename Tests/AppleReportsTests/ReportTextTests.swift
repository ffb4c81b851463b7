import AppleReports
import Ledger
import Testing

/// The reading of lines, headers and cells, whatever the kind of report.
struct ReportTextTests {
  private static let row = ["Units": "-2", "Customer Price": "-9.99"]

  private static func rows(_ text: String) throws -> [SalesRow] {
    try AppleReport(reading: Array(text.utf8)).salesRows
  }

  @Test func `lines may end with CRLF, the last with nothing, and begin with a byte order mark`()
    throws
  {
    let unix = ReportBuilder.sales.with(Self.row, ["Title": "Münze ✨"])
    let expected = try unix.read().salesRows
    var windows = unix
    windows.lineEnd = "\r\n"
    #expect(try windows.read().salesRows == expected)
    #expect(try Self.rows("\u{feff}" + unix.text) == expected)
    #expect(try Self.rows(String(unix.text.dropLast())) == expected)
    #expect(try unix.read().digest != windows.read().digest)
    #expect(expected[1].title == "Münze ✨")
  }

  @Test func `padded cells and headings in another case are read`() throws {
    let report = ReportBuilder.sales.with(Self.row)
    let expected = try report.read().salesRows
    var padded = report
    padded.headings = report.headings.map { "  \($0.uppercased()) " }
    padded.usual = Dictionary(
      uniqueKeysWithValues: report.usual.map { ("  \($0.uppercased()) ", " \($1)  ") })
    padded.rows = [["  UNITS ": "  -2 ", "  CUSTOMER PRICE ": "-9.99   "]]
    #expect(try padded.read().salesRows == expected)
  }

  @Test func `columns may stand in any order, and unknown columns are ignored`() throws {
    let report = ReportBuilder.sales.with(Self.row)
    let expected = try report.read().salesRows
    var other = report
    other.headings = report.headings.reversed() + ["Number of Moons", ""]
    other.usual["Number of Moons"] = "79"
    #expect(try other.read().salesRows == expected)
  }

  @Test func `blank lines are skipped and counted in the numbers of lines`() throws {
    let report = ReportBuilder.sales.with(Self.row, [:])
    let lines = report.text.split(separator: "\n").map(String.init)
    let text = "\n" + lines[0] + "\n \t \n\n" + lines[1] + "\n\t\t\n" + lines[2] + "\n\n"
    #expect(try Self.rows(text).map(\.line) == [5, 7])
    #expect(try report.read().salesRows.map(\.line) == [2, 3])
  }

  @Test func `cells at the end of a line may be missing`() throws {
    let report = ReportBuilder.sales.with(["Device": ""])
    let text = report.text.split(separator: "\n").map { line in
      String(line.reversed().drop { $0 == "\t" }.reversed())
    }.joined(separator: "\n")
    #expect(text.count < report.text.count)
    #expect(try Self.rows(text) == report.read().salesRows)
  }

  @Test func `a line of more cells than columns is refused, unless they are blank`() throws {
    let text = String(ReportBuilder.sales.with([:]).text.dropLast())
    #expect(try Self.rows(text + "\t \t").count == 1)
    #expect(throws: AppleReportError.tooManyCells(.sales, line: 2)) {
      try Self.rows(text + "\tmore\n")
    }
  }

  @Test(arguments: [
    ReportBuilder.sales, .subscription, .subscriptionEvent, .subscriber, .financial,
    .financeDetail,
  ])
  func `a file with a header alone has no rows and no period of its own`(
    report: ReportBuilder
  ) throws {
    var report = report
    report.head = []
    let read = try report.read()
    #expect(read.count == 0)
    #expect(read.period == nil)
    #expect(read.totals?.isEmpty ?? true)
  }

  @Test(arguments: [
    (ReportBuilder.sales, AppleReportKind.sales), (.subscription, .subscription),
    (.subscriptionEvent, .subscriptionEvent), (.subscriber, .subscriber),
    (.financial, .financial), (.financeDetail, .financeDetail),
  ])
  func `the kind is known by the header`(report: ReportBuilder, kind: AppleReportKind) throws {
    #expect(try report.with([:]).read().kind == kind)
    #expect(try report.with([:]).read().count == 1)
  }

  @Test(arguments: ["", "\n\n", "Units\tTitle\n1\tx\n", "<html>no</html>", "SKU,Units\n"])
  func `a file of another kind is refused with the list of kinds`(text: String) {
    let error = #expect(throws: AppleReportError.self) { try Self.rows(text) }
    #expect(error == .unknownKind)
    #expect(
      error?.description == "no line has the column names of a known report. Known are SALES, "
        + "SUBSCRIPTION, SUBSCRIPTION_EVENT, SUBSCRIBER, FINANCIAL, FINANCE_DETAIL")
  }

  @Test(arguments: [
    (ReportBuilder.sales, AppleReportKind.sales, "Units"),
    (.sales, .sales, "Proceeds Reason"), (.sales, .sales, "Begin Date"),
    (.subscription, .subscription, "Active Standard Price Subscriptions"),
    (.subscriptionEvent, .subscriptionEvent, "Quantity"),
    (.subscriber, .subscriber, "Subscriber ID"),
    (.financial, .financial, "Extended Partner Share"),
    (.financeDetail, .financeDetail, "Settlement Date"),
  ])
  func `a missing column is named with the kind of file`(
    report: ReportBuilder, kind: AppleReportKind, column: String
  ) {
    let line = report.head.count + 1
    let error = #expect(throws: AppleReportError.self) {
      try report.with([:]).without(column).read()
    }
    #expect(error == .missingColumns(kind, [column], line: line))
    #expect(
      error?.description.hasPrefix("\(kind.rawValue) report, line \(line): no column \"\(column)\"")
        == true)
  }

  @Test func `a column that occurs twice is refused`() {
    var report = ReportBuilder.sales.with([:])
    report.headings.append("units")
    #expect(throws: AppleReportError.repeatedColumn(.sales, "Units", line: 1)) {
      try report.read()
    }
  }

  @Test func `lines before the header of a daily file are refused`() {
    var report = ReportBuilder.sales.with([:])
    report.head = ["Vendor Name\tMoon Games"]
    #expect(throws: AppleReportError.strayLine(.sales, line: 1)) { try report.read() }
  }

  @Test func `a byte of another encoding is refused with its line`() {
    var file = ReportBuilder.sales.with([:], ["Title": "Mxnze"]).bytes
    let place = file.lastIndex(of: UInt8(ascii: "x"))
    if let place { file[place] = 0xfc }  // ü in Windows-1252
    #expect(throws: AppleReportError.notUTF8(line: 3)) { try AppleReport(reading: file) }
  }

  @Test(arguments: [
    ("Customer Price", "1,234.00", CellProblem.comma), ("Customer Price", "0,99", .comma),
    ("Units", "1,000", .comma), ("Units", "", .blank), ("Units", "x", .notANumber),
    ("Units", "1.5", .notWhole), ("Units", "1000000000", .notWhole),
    ("Developer Proceeds", "", .blank), ("Developer Proceeds", "12345678901234", .tooManyDigits),
    ("Begin Date", "", .blank), ("Begin Date", "02/29/2026", .notADate),
    ("Begin Date", "31/03/2026", .notADate), ("Begin Date", "2026.03.31", .notADate),
    ("End Date", "03/30/2026", .endsBeforeItBegins),
  ])
  func `a cell that cannot be read is named by line and column`(
    column: String, cell: String, problem: CellProblem
  ) {
    let error = #expect(throws: AppleReportError.self) {
      try ReportBuilder.sales.with([:], [column: cell]).read()
    }
    #expect(error == .cell(.sales, column: column, line: 3, problem))
    #expect(
      error?.description == "SALES report, line 3, column \"\(column)\": \(problem.description)")
  }

  @Test(arguments: [("1.00", 1), ("-3.0", -3), ("+2", 2), ("0", 0), ("999999999", 999_999_999)])
  func `a quantity may have zeros after the point`(cell: String, units: Int64) throws {
    #expect(try ReportBuilder.sales.with(["Units": cell]).read().salesRows[0].units == units)
  }

  @Test(arguments: ["03/31/2026", "3/31/2026", "2026-03-31"])
  func `both forms of dates are read`(cell: String) throws {
    let report = try ReportBuilder.sales.with(["Begin Date": cell, "End Date": cell]).read()
    #expect(report.period.map { "\($0.lowerBound) \($0.upperBound)" } == "2026-03-31 2026-03-31")
  }

  @Test func `no error quotes a subscriber's identifier, under whatever heading it stands`() {
    let identifier = "4711000000"
    var refused = 0
    for column in ReportBuilder.subscriber.headings {
      for cell in [identifier, "\(identifier)\t\(identifier)", "\(identifier),1"] {
        do {
          _ = try ReportBuilder.subscriber.with([column: cell]).read()
        } catch {
          refused += 1
          #expect(!"\(error) \(String(reflecting: error))".contains(identifier))
        }
      }
    }
    #expect(refused > ReportBuilder.subscriber.headings.count)
  }
}
