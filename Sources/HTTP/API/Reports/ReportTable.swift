import Ledger
package import Projections

/// A report for people: columns side by side, money as decimal numbers.
package enum ReportTable {
  package static func lines(_ report: Report) -> [String] {
    let cells = report.rows.map { row in row.map(cell) }
    let widths = report.columns.indices.map { index in
      ([report.columns[index]] + cells.map { $0[index].text }).map(\.count).max() ?? 0
    }
    let heads = zip(report.columns, widths).map { pad(($0, false), to: $1) }
    let lines = cells.map { row in zip(row, widths).map { pad($0, to: $1) } }
    return heading(report) + [""]
      + ([heads] + lines).map { line in
        let text = line.joined(separator: "  ")
        return String(text.reversed().drop { $0 == " " }.reversed())
      }
      + (report.rows.isEmpty ? ["nothing"] : [])
  }

  private static func heading(_ report: Report) -> [String] {
    let time = report.from.map { "from \($0) to before \(report.to)" } ?? "to before \(report.to)"
    let known = report.knownAt.map { "as known at \($0), " } ?? ""
    return [
      "\(report.name) of \(report.app) in \(report.environment.rawValue), \(time)",
      "\(known)position \(report.position)",
    ]
  }

  private static func cell(_ value: Report.Value) -> (text: String, isNumber: Bool) {
    switch value {
    case .text(let text): (text ?? "-", false)
    case .number(let number): (String(number), true)
    case .money(let amount): (amount.map(Milliunits.decimal) ?? "-", true)
    }
  }

  private static func pad(_ cell: (text: String, isNumber: Bool), to width: Int) -> String {
    let space = String(repeating: " ", count: width - cell.text.count)
    return cell.isNumber ? space + cell.text : cell.text + space
  }
}
