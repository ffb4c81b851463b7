package import Ledger
package import Postgres
package import Reports

/// A close of a period: what was known up to its cut is in its reports, and what came later is booked in
/// the first open day after it.
package struct PeriodClose: Hashable, Sendable {
  package let period: ReportingPeriod
  /// The moment of the cut.
  package let closedAt: Instant
  /// The last positions that count.
  package let position: Position
  package let closedBy: String
  /// The reason for which it was closed although something was incomplete; nil if nothing was.
  package let forcedBecause: String?
  /// The number of the rules by which it was closed; nil if its sums were not stored.
  package let rules: Int?
  /// The number of events of the cut that could not be read: dead letters, which are not in the reports.
  package let leftOut: Int64

  package init(
    _ period: ReportingPeriod, closedAt: Instant, position: Position, closedBy: String,
    forcedBecause: String?, rules: Int?, leftOut: Int64
  ) {
    self.period = period
    self.closedAt = closedAt
    self.position = position
    self.closedBy = closedBy
    self.forcedBecause = forcedBecause
    self.rules = rules
    self.leftOut = leftOut
  }
}

extension PeriodClose: RowDecodable {
  /// Reads the columns in the order of `period_closes_read.sql`.
  package init(_ columns: inout ColumnReader) throws {
    let name: String = try columns.next()
    guard let calendar = ReportingPeriod.Calendar(rawValue: try columns.next()),
      let period = ReportingPeriod(name, by: calendar)
    else { throw columns.broken("there is no such period") }
    let closedAt: Instant = try columns.next()
    let (author, reason): (String, String?) = (try columns.next(), try columns.next())
    let lanes: [Int16] = try columns.next()
    let positions: [Int64] = try columns.next()
    let rules: Int32? = try columns.next()
    self.init(
      period, closedAt: closedAt,
      position: Position(Dictionary(zip(lanes, positions), uniquingKeysWith: max)),
      closedBy: author, forcedBecause: reason, rules: rules.map(Int.init),
      leftOut: try columns.next())
  }
}
