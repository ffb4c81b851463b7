import Ledger

/// The cells of one row by their columns. A cell that the line or the report lacks is blank.
struct RowCells<Column: ReportColumn> {
  /// The largest quantity: nine digits.
  static var quantityMax: Int64 { 999_999_999 }

  let line: ReportLine
  let columns: ReportColumns<Column>

  private func cell(_ column: Column) -> Substring {
    guard let place = columns.place(of: column), place < line.cells.count else { return "" }
    return line.cells[place]
  }

  func error(_ column: Column, _ problem: CellProblem) -> AppleReportError {
    .cell(columns.kind, column: column.headings[0], line: line.number, problem)
  }

  func text(_ column: Column) -> String { String(cell(column)) }

  /// Returns the storefront's code with three letters, as Apple signs it.
  func storefront(_ column: Column) -> String { StorefrontCodes.alpha3(of: text(column)) }

  func mark(_ column: Column) -> ReportMark { ReportMark(text(column)) }

  func amount(_ column: Column) throws(AppleReportError) -> ExactDecimal {
    guard let amount = try amountIfAny(column) else { throw error(column, .blank) }
    return amount
  }

  /// Returns nil for a blank cell.
  func amountIfAny(_ column: Column) throws(AppleReportError) -> ExactDecimal? {
    let text = cell(column)
    guard !text.isEmpty else { return nil }
    do {
      return try ExactDecimal(reported: text)
    } catch {
      throw self.error(column, error)
    }
  }

  /// Returns a whole number, which may be written as `1.00`.
  func quantity(_ column: Column) throws(AppleReportError) -> Int64 {
    guard let quantity = try quantityIfAny(column) else { throw error(column, .blank) }
    return quantity
  }

  /// Returns nil for a blank cell.
  func quantityIfAny(_ column: Column) throws(AppleReportError) -> Int64? {
    guard let amount = try amountIfAny(column) else { return nil }
    guard let quantity = amount.whole, quantity.magnitude <= Self.quantityMax else {
      throw error(column, .notWhole)
    }
    return quantity
  }

  func date(_ column: Column) throws(AppleReportError) -> CivilDate {
    guard let date = try dateIfAny(column) else { throw error(column, .blank) }
    return date
  }

  /// Returns nil for a blank cell.
  func dateIfAny(_ column: Column) throws(AppleReportError) -> CivilDate? {
    let text = cell(column)
    guard !text.isEmpty else { return nil }
    guard let date = CivilDate(reported: text) else { throw error(column, .notADate) }
    return date
  }

  /// Returns the days from one column to another; throws if the last is before the first.
  func days(
    _ first: Column, _ last: Column
  ) throws(AppleReportError) -> ClosedRange<CivilDate> {
    let (begin, end) = (try date(first), try date(last))
    guard begin <= end else { throw error(last, .endsBeforeItBegins) }
    return begin...end
  }
}
