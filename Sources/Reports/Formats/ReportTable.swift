/// A report for people: columns side by side, money as decimal numbers, and a total for each
/// currency.
package enum ReportTable {
  private static let space = "  "

  package static func lines(_ report: Report) -> [String] {
    let rows = report.rows + totals(report)
    let columns = report.columns.enumerated().map { index, name in
      column(name, of: rows.map { $0[index] })
    }
    let lines = (0...rows.count).map { line in
      let text = columns.map { $0[line] }.joined(separator: space)
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    let heading = ReportHeading(report)
    return [heading.title, heading.cut, ""] + lines + (rows.isEmpty ? ["nothing"] : [])
  }

  /// Returns a total for each currency with more than one row. Leaves out unknown amounts.
  private static func totals(_ report: Report) -> [[Report.Value]] {
    guard let place = report.columns.firstIndex(of: "currency") else { return [] }
    let currencies = Dictionary(grouping: report.rows) { $0[place] }.filter { $1.count > 1 }
    return currencies.map { (cell($0, isFine: false), $1) }.sorted { $0.0 < $1.0 }.map {
      currency, rows in
      report.columns.indices.map { index in
        index == place
          ? .text("total \(currency)") : sum(rows.map { $0[index] })
      }
    }
  }

  private static func sum(_ values: [Report.Value]) -> Report.Value {
    values.reduce(.text("")) { sum, value in
      switch (sum, value) {
      case (.number(let sum), .number(let number)): .number(sum + number)
      case (.money(let sum), .money(let amount)): .money((sum ?? 0) + (amount ?? 0))
      case (_, .number), (_, .money): value
      case (_, .text), (_, .measure), (_, .decimal), (_, .balance): sum
      }
    }
  }

  /// Returns the name and the values of a column, all as wide as the widest.
  private static func column(_ name: String, of values: [Report.Value]) -> [String] {
    let isFine = values.contains { value in
      switch value {
      case .money(let amount): (amount ?? 0) % 10 != 0
      case .balance(let amount): amount % 10 != 0
      case .text, .number, .measure, .decimal: false
      }
    }
    let isText = values.allSatisfy { if case .text = $0 { true } else { false } }
    let cells = [name] + values.map { cell($0, isFine: isFine) }
    let width = cells.map(\.count).max() ?? 0
    return cells.map { cell in
      let rest = String(repeating: " ", count: width - cell.count)
      return isText ? cell + rest : rest + cell
    }
  }

  /// - Parameter isFine: true if money has three decimals even if the third is zero.
  private static func cell(_ value: Report.Value, isFine: Bool) -> String {
    switch value {
    case .text(let text): text ?? "-"
    case .number(let number): String(number)
    case .measure(let number?): String(number)
    case .decimal(let text?): text
    case .measure(nil), .decimal(nil), .money(nil): "-"
    case .money(let amount?), .balance(let amount):
      Milliunits.decimal(amount) + (isFine && amount % 10 == 0 ? "0" : "")
    }
  }
}
