import Projections
import Reports
import TestSupport
import Testing

extension Report {
  /// Returns the sums of a column by currency.
  func sums(_ column: String) throws -> [String: Int128] {
    let place = try #require(columns.firstIndex(of: column))
    let currency = try #require(columns.firstIndex(of: "currency"))
    return rows.reduce(into: [:]) { sums, row in
      guard case .text(let name) = row[currency] else { return }
      sums[name ?? "-", default: 0] += row[place].amount
    }
  }

  /// Returns the sum of a column.
  func count(_ column: String) throws -> Int128 {
    let place = try #require(columns.firstIndex(of: column))
    return rows.reduce(0) { $0 + $1[place].amount }
  }
}

extension Report.Value {
  /// The number or amount; 0 for a text, and where it is unknown.
  var amount: Int128 {
    switch self {
    case .text, .decimal, .money(nil), .measure(nil): 0
    case .number(let value): value
    case .measure(let value?): Int128(value)
    case .money(let value?), .balance(let value): value
    }
  }
}

extension TestLedger {
  /// A report service that does not wait for projections.
  var reports: ReportService { ReportService(pool: pool, log: log, patience: .zero) }
}
