import Ledger

/// A row of one kind of report.
protocol ReportRow: Sendable {
  associatedtype Column: ReportColumn
  /// The days that the row speaks of; nil if it names none.
  var days: ClosedRange<CivilDate>? { get }
  init(_ cells: RowCells<Column>) throws(AppleReportError)
}

/// A row of a settled report. The first line without a date in `dateColumn` ends the rows.
protocol SettledRow: ReportRow {
  static var dateColumn: Column { get }
  var storefront: String { get }
  var quantity: Int64 { get }
  var extendedPartnerShare: ExactDecimal { get }
  var currency: String { get }
}

/// A reader of the lines of one report.
struct ReportReader {
  /// The most lines before the header.
  private static let headLinesMax = 20

  let kind: AppleReportKind
  /// The lines before the header, which only settled reports have.
  let head: [ReportLine]
  private let header: ReportLine
  private var lines: ReportLines

  /// Reads up to the header. Throws if there is none of a known kind.
  init(_ content: [UInt8]) throws(AppleReportError) {
    lines = ReportLines(content)
    var head: [ReportLine] = []
    while head.count <= Self.headLinesMax, let line = try lines.next() {
      guard let kind = AppleReportKind(header: line) else {
        head.append(line)
        continue
      }
      if let first = head.first, !kind.isSettled { throw .strayLine(kind, line: first.number) }
      (self.kind, self.head, header) = (kind, head, line)
      return
    }
    throw .unknownKind
  }

  /// Reads all lines as rows.
  mutating func rows<Row: ReportRow>(_: Row.Type) throws(AppleReportError) -> [Row] {
    let columns = try ReportColumns<Row.Column>(header, of: kind)
    var rows: [Row] = []
    while let line = try lines.next() {
      rows.append(try Row(columns.cells(of: line)))
    }
    return rows
  }

  /// Reads rows, then the totals, and compares both.
  mutating func settledRows<Row: SettledRow>(
    _: Row.Type
  ) throws(AppleReportError) -> (rows: [Row], totals: FinancialTotals) {
    let columns = try ReportColumns<Row.Column>(header, of: kind)
    var rows: [Row] = []
    var totals = TotalsReader(kind: kind)
    while let line = try lines.next() {
      let place = columns.place(of: Row.dateColumn) ?? 0
      let isRow = place < line.cells.count && CivilDate(reported: line.cells[place]) != nil
      if isRow, totals.isEmpty {
        rows.append(try Row(columns.cells(of: line)))
      } else {
        try totals.read(line)
      }
    }
    try totals.compare(with: SettledSums(rows))
    return (rows, totals.totals)
  }
}
