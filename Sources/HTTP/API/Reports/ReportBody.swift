import Ledger
package import Projections

/// The JSON form of a report: its parameters, its cut, and an object for each row.
package struct ReportBody: Encodable, Sendable {
  let report: String
  let environment: String
  let app: String
  /// The month that was asked for by its name; null for any other time.
  let period: Nullable<String>
  let calendar: String
  /// `open`, `closed` or `unfinished`.
  let periodState: String
  /// The unit of amounts and numbers that name none.
  let unit: String
  let from: Nullable<String>
  let to: String
  /// The moment after which facts are left out; null if only the position limits the report.
  let knownAt: Nullable<String>
  let position: String
  /// The number of the rules by which the figures were made.
  let rules: Int
  let columns: [String]
  let rows: [Row]

  struct Row: Encodable, Sendable {
    let values: [(column: String, value: Report.Value)]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: ColumnKey.self)
      for (column, value) in values {
        switch value {
        case .text(let text): try container.encode(text, forKey: ColumnKey(column))
        case .number(let number): try container.encode(number, forKey: ColumnKey(column))
        case .decimal(let text): try container.encode(text, forKey: ColumnKey(column))
        case .measure(let number): try container.encode(number, forKey: ColumnKey(column))
        case .money(let amount): try container.encode(amount, forKey: ColumnKey(column))
        case .balance(let amount): try container.encode(amount, forKey: ColumnKey(column))
        }
      }
    }
  }

  package init(_ report: Report) {
    self.report = report.name
    environment = report.environment.rawValue
    app = report.app.rawValue
    period = Nullable(report.period?.name)
    calendar = report.calendar.rawValue
    periodState = report.state.rawValue
    unit = ReportHeading(report).unit
    from = Nullable(report.from?.description)
    to = report.to.description
    knownAt = Nullable(report.knownAt?.description)
    position = report.position.description
    rules = RulesChanged.present
    columns = report.columns
    rows = report.rows.map { row in
      Row(values: zip(report.columns, row).map { ($0, $1) })
    }
  }
}

private struct ColumnKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    nil
  }
}
