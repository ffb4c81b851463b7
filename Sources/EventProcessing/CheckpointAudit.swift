package import EventStore
package import Postgres

/// An audit of the positions that consumers keep beside the log. One that lies beyond the end of its lane lets a
/// consumer pass over the next events, and looks as if it were up to date.
package struct CheckpointAudit: Sendable {
  /// A position beyond the end of the log.
  package struct Ahead: Hashable, Sendable {
    package let table: String
    package let lane: Int16
    /// The consumer, or the generation of a rebuild.
    package let name: String
    package let column: String
    package let position: Int64
    package let head: Int64

    package var finding: BrokenPromise {
      BrokenPromise(
        .record(table: table, key: "\(lane), \(name)"),
        "column \(column) is \(position), and the log ends at \(head): events would be passed over")
    }
  }

  private let pool: Pool
  private let lanes: [Int16]

  package init(pool: Pool, lanes: [Int16]) {
    self.pool = pool
    self.lanes = lanes
  }

  /// Returns the positions that lie beyond the end of the log.
  package func ahead() async throws -> [Ahead] {
    let rows = try await pool.withConnection { [lanes] connection in
      try await connection.query(.checkpointsAhead, lanes)
    }
    return try rows.decode((String, Int16, String, String, Int64, Int64).self).map {
      Ahead(table: $0, lane: $1, name: $2, column: $3, position: $4, head: $5)
    }
  }
}
