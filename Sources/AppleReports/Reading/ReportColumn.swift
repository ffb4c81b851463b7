/// A column that is read of one kind of report.
protocol ReportColumn: Hashable, Sendable {
  static var all: [Self] { get }
  /// The columns without which a report is not read.
  static var required: Set<Self> { get }
  /// The headings of the column; the first is the one that Apple documents.
  var headings: [String] { get }
  /// Returns true for a heading that is a variant of the column's headings.
  func accepts(_ heading: Heading) -> Bool
}

extension ReportColumn {
  func accepts(_ heading: Heading) -> Bool { false }
}

extension ReportColumn where Self: CaseIterable & RawRepresentable<String> {
  static var all: [Self] { Array(allCases) }
  var headings: [String] { [rawValue] }
}

/// A heading of a column for comparison: lowercase words. Anything that is neither letter nor digit
/// divides words, so that `Pre-Order Flag` equals `pre order flag`.
struct Heading: Hashable, Sendable {
  let words: String

  init(_ text: some StringProtocol) {
    words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
  }

  func contains(_ phrase: String) -> Bool { words.contains(phrase) }
}

/// The places of the known columns in the lines of one report.
struct ReportColumns<Column: ReportColumn> {
  let kind: AppleReportKind
  private let places: [Column: Int]
  let count: Int

  /// Finds the columns in a header. An exact heading goes before a variant of it.
  ///
  /// Throws if a required column is missing, or if a heading that is read occurs twice.
  init(_ header: ReportLine, of kind: AppleReportKind) throws(AppleReportError) {
    self.kind = kind
    let headings = header.cells.map(Heading.init)
    count = headings.count
    var places: [Column: Int] = [:]
    for column in Column.all {
      let known = Set(column.headings.map(Heading.init))
      let found = headings.indices.filter { known.contains(headings[$0]) }
      guard found.count <= 1 else {
        throw .repeatedColumn(kind, column.headings[0], line: header.number)
      }
      places[column] = found.first
    }
    let exact = Set(places.values)
    for column in Column.all where places[column] == nil {
      places[column] = headings.indices.first {
        !exact.contains($0) && column.accepts(headings[$0])
      }
    }
    let missing = Column.all.filter { Column.required.contains($0) && places[$0] == nil }
    guard missing.isEmpty else {
      throw .missingColumns(kind, missing.map { $0.headings[0] }, line: header.number)
    }
    self.places = places
  }

  /// Returns the cells of a line; throws if there are more of them than columns.
  func cells(of line: ReportLine) throws(AppleReportError) -> RowCells<Column> {
    guard line.cells.count <= count || line.cells[count...].allSatisfy(\.isEmpty) else {
      throw .tooManyCells(kind, line: line.number)
    }
    return RowCells(line: line, columns: self)
  }

  func place(of column: Column) -> Int? { places[column] }
}
