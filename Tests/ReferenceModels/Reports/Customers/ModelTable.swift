/// The rows of a report with their sums.
struct ModelTable {
  let columns: [String]
  private var sums: [ModelReportRow: [String: Int128]] = [:]

  init(columns: [String]) {
    self.columns = columns
  }

  /// Adds a number to a column of the row with these values.
  mutating func add(_ number: Int128, _ column: String, _ row: ModelReportRow) {
    sums[row, default: [:]][column, default: 0] += number
  }

  /// The rows of which any figure is not 0.
  var rows: [ModelReportRow] {
    sums.compactMap { names, figures in
      guard figures.values.contains(where: { $0 != 0 }) else { return nil }
      var row = names
      for column in columns { row[column] = String(figures[column] ?? 0) }
      return row
    }
  }
}
