package import Ledger
package import Postgres

/// The pending and dead-lettered jobs of one state, kind, reason, app and environment.
package struct JobSummary: Sendable, Hashable {
  package let state: JobStatus.State
  package let kind: JobKind
  /// The reason for which the jobs wait; nil if they were not attempted yet.
  package let reason: String?
  package let bundleID: BundleID?
  package let environment: StoreEnvironment?
  package let count: Int64
  /// The moment at which the oldest was enqueued.
  package let oldestAt: Instant
  /// The moment at which the next is due.
  package let nextDueAt: Instant
  package let attemptsMax: Int32
}

extension JobSummary: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    state = try columns.next()
    kind = try columns.next()
    reason = try columns.next()
    bundleID = try columns.next()
    environment = try columns.next(String?.self).flatMap(StoreEnvironment.init)
    count = try columns.next()
    oldestAt = try columns.next()
    nextDueAt = try columns.next()
    attemptsMax = try columns.next()
  }
}

/// The jobs that a list or a retry is about; all without a bound.
package struct JobFilter: Sendable, Hashable {
  package var state: JobStatus.State?
  package var kind: JobKind?
  package var reason: String?
  package var app: String?

  package init(
    state: JobStatus.State? = nil, kind: JobKind? = nil, reason: String? = nil, app: String? = nil
  ) {
    self.state = state
    self.kind = kind
    self.reason = reason
    self.app = app
  }
}
