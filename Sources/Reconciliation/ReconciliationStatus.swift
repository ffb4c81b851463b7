package import EventStore
package import Ledger
package import Postgres

/// The completeness of Apple's recent notifications in the ledger, for one app in one environment.
package struct ReconciliationStatus: Hashable, Sendable {
  /// The length of the most recent period, which is left out because its notifications may still be
  /// on their way.
  package static let tailMax: Duration = .seconds(3_600)

  package let store: StoreEndpoint
  /// The window that Apple can be asked about, up to shortly before now.
  package let whole: Window
  /// The parts of the window that were not read yet, in order.
  package let gaps: [Window]
  /// The share of the window that was read, 0 to 1.
  package let coveredShare: Double
  /// The sum of all sweeps of the window.
  package let notifications: ReconciliationCount
  /// The number of notifications that Apple's history shows and that could not be ingested, by
  /// reason.
  package let rejected: [String: Int64]
  /// The sum of all readings of customers' histories in the window.
  package let histories: ReconciliationCount
  /// The number of pending requests to Apple.
  package let pending: Int64
  package let lastSweepAt: Instant?

  /// The present share of Apple's last 180 days in percent, 0 to 100; 100 only if nothing is
  /// missing.
  package var completeness: Double {
    let expected = notifications.expected
    let missing = rejected.values.reduce(0, +)
    let here = expected == 0 ? 1 : 1 - Double(min(missing, expected)) / Double(expected)
    let percent = (coveredShare * here * 10_000).rounded(.down) / 100
    return isComplete ? 100 : min(percent, 99.99)
  }

  package var isComplete: Bool { gaps.isEmpty && rejected.isEmpty && pending == 0 }
}

/// A reader of the status of reconciliation.
package struct ReconciliationService: Sendable {
  private let pool: Pool
  private let lanes: [Int16]
  private let records: SweepRecords

  package init(_ pool: Pool, log: EventLog) {
    self.pool = pool
    lanes = log.lanes
    records = SweepRecords(pool)
  }

  package func status(of store: StoreEndpoint, at now: Instant) async throws
    -> ReconciliationStatus?
  {
    let tail = now - ReconciliationStatus.tailMax
    guard let whole = Coverage.withinReach(at: now).flatMap({ Window(from: $0.from, to: tail) })
    else { return nil }
    let coverage = try await records.coverage(of: store)[.zero] ?? Coverage([])
    let (sums, rejected) = try await pool.withConnection { [lanes] connection in
      let (app, environment) = (store.bundleID.rawValue, store.environment.rawValue)
      let found = try await connection.query([
        Call(.reconciliationSums, app, environment, PostgresTimestamp(whole.from), lanes),
        Call(.rejectedNotificationsCount, app, environment),
      ])
      return (found[0], found[1])
    }
    guard let row = sums.first else { return nil }
    return ReconciliationStatus(
      store: store, whole: whole, gaps: coverage.gaps(in: whole),
      coveredShare: coverage.share(of: whole),
      notifications: try ReconciliationCount(row, at: 0),
      rejected: Dictionary(
        try rejected.map { (try $0.get(0, as: String.self), try $0.get(1, as: Int64.self)) },
        uniquingKeysWith: +),
      histories: try ReconciliationCount(row, at: 3), pending: try row.get(6),
      lastSweepAt: try row.optional(7, as: PostgresTimestamp.self).map { Instant($0) })
  }
}

extension ReconciliationCount {
  fileprivate init(_ row: Row, at column: Int) throws {
    self.init()
    present = try row.get(column)
    repaired = try row.get(column + 1)
    rejected = try row.get(column + 2)
  }
}
