import Ledger

/// The JSON form of a report: its parameters, its cut, and an object for each row.
package struct ReportBody: Encodable, Sendable {
  private let report: Report

  package init(_ report: Report) {
    self.report = report
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Name.self)
    try fields.encode(report.name.rawValue, forKey: "report")
    try fields.encode(report.environment.rawValue, forKey: "environment")
    try fields.encode(report.app.rawValue, forKey: "app")
    // The month that was asked for by its name; null for any other time.
    try fields.encode(report.period?.name, forKey: "period")
    try fields.encode(report.calendar.rawValue, forKey: "calendar")
    try fields.encode(report.state.rawValue, forKey: "periodState")
    try fields.encode(report.name.specification.unit.rawValue, forKey: "unit")
    try fields.encode(report.from?.description, forKey: "from")
    try fields.encode(report.to.description, forKey: "to")
    // The moment after which facts are left out; null if only the position limits the report.
    try fields.encode(report.knownAt?.description, forKey: "knownAt")
    try fields.encode(report.position.description, forKey: "position")
    try fields.encode(RulesChanged.present, forKey: "rules")
    try fields.encode(report.columns, forKey: "columns")
    try fields.encode(
      report.rows.map { Row(columns: report.columns, values: $0) }, forKey: "rows")
  }

  private struct Row: Encodable {
    let columns: [String]
    let values: [Report.Value]

    func encode(to encoder: any Encoder) throws {
      var fields = encoder.container(keyedBy: Name.self)
      for (column, value) in zip(columns, values) {
        let name = Name(stringLiteral: column)
        switch value {
        case .text(let text), .decimal(let text): try fields.encode(text, forKey: name)
        case .number(let number), .balance(let number): try fields.encode(number, forKey: name)
        case .measure(let number): try fields.encode(number, forKey: name)
        case .money(let amount): try fields.encode(amount, forKey: name)
        }
      }
    }
  }
}

/// The name of a field.
private struct Name: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}
