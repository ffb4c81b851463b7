import Ledger

/// A report as CSV (RFC 4180): a header line, then a line for each row. Each row repeats the cut,
/// so that a copied line still says what it is about. Money is in milliunits.
///
/// A text that a spreadsheet would run as a formula, as `=1+1`, is written after an apostrophe, which tells
/// spreadsheets that a text follows. So is a text that begins with an apostrophe: a reader drops the first one of every
/// text. Numbers are never written so.
package enum ReportCSV {
  private static let lineEnd = "\r\n"
  /// The beginnings of cells that spreadsheets do not read as the texts they are.
  private static let formulaStarts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "'",
  ]

  /// The columns after those of the report, which say what it is about.
  package static let cutColumns = [
    "report", "app", "period", "calendar", "periodState", "unit", "from", "to", "knownAt",
    "position",
    "environment", "rules",
  ]

  package static func text(_ report: Report) -> String {
    let cut = cut(of: report).map(quoted)
    let heads = report.columns + cutColumns
    let lines = report.rows.map { row in
      (row.map(field) + cut).joined(separator: ",")
    }
    return ([heads.joined(separator: ",")] + lines).map { $0 + lineEnd }.joined()
  }

  private static func cut(of report: Report) -> [String] {
    [
      report.name.rawValue, report.app.rawValue, report.period?.name ?? "",
      report.calendar.rawValue,
      report.state.rawValue, report.name.specification.unit.rawValue,
      report.from?.description ?? "",
      report.to.description, report.knownAt?.description ?? "", report.position.description,
      report.environment.rawValue, "\(RulesChanged.present)",
    ]
  }

  private static func field(_ value: Report.Value) -> String {
    switch value {
    case .text(let text): quoted(plain(text ?? ""))
    case .number(let number): String(number)
    case .measure(let number): number.map(String.init) ?? ""
    case .decimal(let text): text ?? ""
    case .money(let amount): amount.map(String.init) ?? ""
    case .balance(let amount): "\(amount)"
    }
  }

  /// Returns a text as one that no spreadsheet runs.
  private static func plain(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, formulaStarts.contains(first) else { return text }
    return "'" + text
  }

  /// Returns a text, in quotation marks if it contains a comma, a quotation mark or a line end.
  private static func quoted(_ text: String) -> String {
    let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
    guard text.unicodeScalars.contains(where: special.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
