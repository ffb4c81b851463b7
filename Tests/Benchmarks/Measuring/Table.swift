import Foundation

/// Columns of plain text: the first flush left, the others flush right.
struct Table {
  private var rows: [[String]]

  init(_ columns: [String]) {
    rows = [columns]
  }

  init(_ columns: String...) {
    self.init(columns)
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  mutating func add(_ cells: String...) {
    add(cells)
  }

  var text: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, cell in
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + padding : padding + cell
      }
      .joined(separator: "  ")
    }
    .joined(separator: "\n")
  }
}

extension Double {
  /// Returns the number with so many digits after the point.
  func text(_ digits: Int = 0) -> String { String(format: "%.\(digits)f", self) }
}

extension Optional where Wrapped == Double {
  /// Returns the number with so many digits after the point, or a dash if nothing was measured.
  func text(_ digits: Int = 0) -> String { map { $0.text(digits) } ?? "-" }
}

extension Optional where Wrapped == Ratio {
  /// The ratio and its range, as in `1.52 (1.40-1.61)`.
  var text: String {
    map { "\($0.median.text(2)) (\($0.low.text(2))-\($0.high.text(2)))" } ?? "-"
  }
}
