package import EventStore
import Ledger
package import Postgres

/// An audit of the names of dead letters. No consumer retries a dead letter under another name than its own.
package struct DeadLetterAudit: Sendable {
  private let pool: Pool

  package init(pool: Pool) {
    self.pool = pool
  }

  /// Returns a finding for each lane and name that no consumer has.
  ///
  /// - Parameter names: the names under which the consumers of this program keep dead letters.
  package func findings(knowing names: [ConsumerName]) async throws -> [BrokenPromise] {
    let rows = try await pool.withConnection { connection in
      try await connection.query(.deadLettersUnknown, names.map(\.rawValue))
    }
    return try rows.decode((Int16, String, Int64).self).map { lane, name, count in
      let quoted = name.replacing("'", with: "''")
      return BrokenPromise(
        .record(table: "dead_letter", key: "\(lane), \(name)"),
        "column consumer: no consumer of this program has this name, and no retry reads its dead letters, \(count) in "
          + "number: unless a newer version wrote them, run `delete from dead_letter where lane = \(lane) and "
          + "consumer = '\(quoted)'` as the owner of the database")
    }
  }
}
