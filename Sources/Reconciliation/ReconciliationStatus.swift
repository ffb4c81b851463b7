package import EventStore
package import Ledger
package import Postgres

/// Whether all that Apple said of late is here, for one app in one environment.
package struct ReconciliationStatus: Hashable, Sendable {
  /// What Apple said in so short a time may still be on its way.
  package static let tailMax: Duration = .seconds(3_600)

  package let store: StoreFront
  /// What Apple can be asked for.
  package let whole: Window
  /// What of it was not read yet, in order, up to shortly before now.
  package let gaps: [Window]
  /// How much of it was read, 0 to 1.
  package let coveredShare: Double
  /// What all sweeps of that time came to.
  package let notifications: ReconciliationCount
  /// What Apple's history shows and was not taken in, by the reason.
  package let refused: [String: Int64]
  /// What reading customers' histories came to in that time.
  package let histories: ReconciliationCount
  /// Answers of Apple's that are still owed.
  package let owed: Int64
  package let lastSweepAt: Instant?

  /// Of Apple's last 180 days, how much is here, 0 to 100; 100 only where nothing is missing.
  package var completeness: Double {
    let expected = notifications.expected
    let missing = refused.values.reduce(0, +)
    let here = expected == 0 ? 1 : 1 - Double(min(missing, expected)) / Double(expected)
    let percent = (coveredShare * here * 10_000).rounded(.down) / 100
    return isComplete ? 100 : min(percent, 99.99)
  }

  package var isComplete: Bool { gaps.isEmpty && refused.isEmpty && owed == 0 }
}

/// Reads how reconciliation stands.
package struct ReconciliationDesk: Sendable {
  private let pool: Pool
  private let lanes: [Int16]
  private let records: SweepRecords

  package init(_ pool: Pool, log: EventLog) {
    self.pool = pool
    lanes = log.lanes
    records = SweepRecords(pool)
  }

  package func status(of store: StoreFront, at now: Instant) async throws -> ReconciliationStatus? {
    let tail = now - ReconciliationStatus.tailMax
    guard let whole = Coverage.withinReach(at: now).flatMap({ Window(from: $0.from, to: tail) })
    else { return nil }
    let coverage = try await records.coverage(of: store)[.zero] ?? Coverage([])
    let (sums, refused) = try await pool.withConnection { [lanes] connection in
      let (app, environment) = (store.bundleID.rawValue, store.environment.rawValue)
      let found = try await connection.query([
        Call(ReconciliationStatements.sums, app, environment, Timestamp(whole.from), lanes),
        Call(ReconciliationStatements.refusalsCount, app, environment),
      ])
      return (found[0], found[1])
    }
    guard let row = sums.first else { return nil }
    return ReconciliationStatus(
      store: store, whole: whole, gaps: coverage.gaps(in: whole),
      coveredShare: coverage.share(of: whole),
      notifications: try ReconciliationCount(row, at: 0),
      refused: Dictionary(
        try refused.map { (try $0.get(0, as: String.self), try $0.get(1, as: Int64.self)) },
        uniquingKeysWith: +),
      histories: try ReconciliationCount(row, at: 3), owed: try row.get(6),
      lastSweepAt: try row.optional(7, as: Timestamp.self).map { Instant($0) })
  }
}

extension ReconciliationCount {
  fileprivate init(_ row: Row, at column: Int) throws {
    self.init()
    present = try row.get(column)
    repaired = try row.get(column + 1)
    refused = try row.get(column + 2)
  }
}
