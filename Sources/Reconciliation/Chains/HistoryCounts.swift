import EventStore
import Ledger
package import Postgres

/// What reading customers' transactions came to, day by day.
package struct HistoryCounts: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  func add(
    _ count: ReconciliationCount, kind: String, of store: StoreFront, at now: Instant
  ) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        ReconciliationStatements.historyCountAdd, store.bundleID.rawValue,
        store.environment.rawValue, Timestamp(now), kind, count.expected, count.present,
        count.repaired, count.refused)
    }
  }
}
