import EventProcessing
package import EventStore
package import Ledger
package import Postgres

/// An audit of reconciliation's cursors. Each chain of the log has one, with the latest end of its periods, as far as
/// the consumer has read the log.
package struct CursorAudit: Sendable {
  private let pool: Pool

  package init(pool: Pool) {
    self.pool = pool
  }

  /// Returns the findings of a lane, at most `limit`.
  package func findings(lane: Int16, limit: Int, at now: Instant) async throws -> [BrokenPromise] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        .reconciliationCursorsOwed, lane, ReconciliationConsumer.name.rawValue, now, Int64(limit))
    }
    return try rows.decode((String, String, String, String).self).map {
      table, key, column, finding in
      BrokenPromise(.record(table: table, key: "\(lane), \(key)"), "column \(column): \(finding)")
    }
  }
}
