package import Ledger

/// The reports there are.
package enum ReportName: String, CaseIterable, Sendable {
  /// What Apple kept of the charges of a time, and why.
  case commission
  /// How many customers stand where on the way to a year of paid service, and what that is worth.
  case tenure
}

/// What a report's figures are divided by.
package enum ReportDimension: String, CaseIterable, Sendable {
  case product, group, storefront, currency
}

/// What is asked of a report.
package struct ReportRequest: Sendable {
  package let name: ReportName
  package let environment: StoreEnvironment
  package let app: BundleID
  /// The first moment that belongs to it; nil for the beginning.
  package var from: Instant?
  /// The first moment that does not; nil for now. A report of a state is of this moment.
  package var to: Instant?
  /// Nil for all that is known now.
  package var knownAt: Instant?
  /// Money is never added up over currencies, whether that is among them or not.
  package var dimensions: Set<ReportDimension> = Set(ReportDimension.allCases)
  /// Of tenure: instead of the ladder, everybody who will lose it within so many days.
  package var lapsingWithinDays: Int?

  package init(_ name: ReportName, of app: BundleID, in environment: StoreEnvironment = .production)
  {
    self.name = name
    self.app = app
    self.environment = environment
  }
}

/// A table of figures, and the cut they are of.
package struct Report: Sendable {
  package enum Value: Sendable, Hashable {
    case text(String?)
    /// A count, which may be added up.
    case number(Int64)
    /// A length in days, which may not.
    case days(Int64)
    /// Milliunits of the row's currency; nil where it is not known.
    case money(Int64?)
  }

  package let name: String
  package let environment: StoreEnvironment
  package let app: BundleID
  package let from: Instant?
  package let to: Instant
  /// Nothing learnt later is in it; nil where just the position tells.
  package let knownAt: Instant?
  /// How far the log had come.
  package let position: PositionToken
  package let columns: [String]
  package let rows: [[Value]]

  /// Leaves out the columns of dimensions that are not asked for; the currency stays.
  init(
    _ request: ReportRequest, to: Instant, knownAt: Instant?, position: PositionToken,
    columns: [String], rows: [[Value]]
  ) {
    let idle = Set(ReportDimension.allCases).subtracting(request.dimensions.union([.currency]))
    let shown = columns.indices.filter { index in
      !idle.contains { $0.rawValue == columns[index] }
    }
    name = request.name.rawValue
    environment = request.environment
    app = request.app
    from = request.from
    self.to = to
    self.knownAt = knownAt
    self.position = position
    self.columns = shown.map { columns[$0] }
    self.rows = rows.map { row in shown.map { row[$0] } }
  }
}
