package import Ledger

/// A question for a report, in the model's own form.
package struct ModelReportQuestion: Sendable {
  package enum Calendar: String, CaseIterable, Sendable {
    case utc, pacific, fiscal
  }

  package enum Division: String, CaseIterable, Sendable {
    case product, group, storefront, currency
  }

  package enum Interval: String, CaseIterable, Sendable {
    case day, month
  }

  package let app: BundleID
  package let environment: StoreEnvironment
  /// The first moment of the time; nil for the beginning.
  package var from: Instant?
  /// The first moment after the time.
  package var to: Instant
  /// The last positions that the report knows.
  package var cut: Position
  /// The moment of the cut.
  package var knownAt: Instant
  package var divisions = Set(Division.allCases)
  package var interval: Interval?
  package var calendar = Calendar.utc

  package init(
    app: BundleID, environment: StoreEnvironment = .production, from: Instant?, to: Instant,
    cut: Position, knownAt: Instant
  ) {
    self.app = app
    self.environment = environment
    self.from = from
    self.to = to
    self.cut = cut
    self.knownAt = knownAt
  }
}
