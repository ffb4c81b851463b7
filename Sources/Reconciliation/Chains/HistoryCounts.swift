import EventStore
import Ledger
package import Postgres

/// The daily sums of reading customers' transactions.
package struct HistoryCounts: Sendable {
  private let pool: Pool

  package init(_ pool: Pool) {
    self.pool = pool
  }

  func add(
    _ count: ReconciliationCount, kind: String, of store: StoreEndpoint, at now: Instant
  ) async throws {
    _ = try await pool.withConnection { connection in
      try await connection.query(
        .historyCountAdd, store.bundleID.rawValue,
        store.environment.rawValue, now, kind, count.expected, count.present,
        count.repaired, count.rejected)
    }
  }
}
