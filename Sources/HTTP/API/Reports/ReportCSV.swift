import Ledger
package import Projections

/// A report as CSV (RFC 4180): a header line, then a line for each row. Each row repeats the cut,
/// so that a copied line still says what it is about. Money is in milliunits.
package enum ReportCSV {
  private static let lineEnd = "\r\n"

  package static func text(_ report: Report) -> String {
    let cut = [
      ("from", report.from?.description), ("to", report.to.description),
      ("knownAt", report.knownAt?.description), ("position", report.position.description),
      ("environment", report.environment.rawValue),
      ("rules", "\(RulesChanged.present)"),
    ]
    let heads = report.columns + cut.map(\.0)
    let lines = report.rows.map { row in
      (row.map(field) + cut.map { quoted($0.1 ?? "") }).joined(separator: ",")
    }
    return ([heads.joined(separator: ",")] + lines).map { $0 + lineEnd }.joined()
  }

  private static func field(_ value: Report.Value) -> String {
    switch value {
    case .text(let text): quoted(text ?? "")
    case .number(let number): String(number)
    case .measure(let number): number.map(String.init) ?? ""
    case .money(let amount): amount.map(String.init) ?? ""
    case .balance(let amount): "\(amount)"
    }
  }

  /// Returns a text, in quotation marks if it contains a comma, a quotation mark or a line end.
  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n".contains($0) }) || text.contains("\r\n") else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
