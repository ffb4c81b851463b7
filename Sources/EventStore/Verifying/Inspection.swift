package import Ledger
package import Postgres

/// What the log stands on: the server, the rights, the keys and the room ahead.
package struct Inspection: Sendable {
  /// The server, and the settings that the promise of a commit rests on, as it names them.
  package struct Server: Sendable, Hashable {
    /// As PostgreSQL counts: 150004 is 15.4.
    package let version: Int
    package let versionText: String
    package let fsync: String
    package let synchronousCommit: String
    package let fullPageWrites: String
  }

  /// How many positions a partition holds.
  package static let partitionSize: Int64 = 16_777_216

  private let pool: Pool

  /// Looks with the rights of the pool.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func server() async throws -> Server {
    let row = try await rows(EventStatements.verifyServer)[0]
    return Server(
      version: Int(try row.get(0, as: Int32.self)), versionText: try row.get(1),
      fsync: try row.get(2), synchronousCommit: try row.get(3), fullPageWrites: try row.get(4))
  }

  /// The server's clock, to the millisecond.
  package func clock() async throws -> Instant {
    Instant(try await rows(EventStatements.verifyClock)[0].get(0, as: Timestamp.self))
  }

  /// What this role may do to the tables of the log and should not, as `UPDATE on event`.
  package func excessRights() async throws -> [String] {
    try await rows(EventStatements.verifyRights).map { row in
      "\(try row.get(1, as: String.self)) on \(try row.get(0, as: String.self))"
    }
  }

  /// The tables of the log whose refusal of changes was taken away or switched off.
  package func unguardedTables() async throws -> [String] {
    try await rows(EventStatements.verifyGuards).map { try $0.get(0) }
  }

  /// The names of the master keys that data keys are wrapped with.
  package func masterKeys(laneCount: Int16) async throws -> [String] {
    try await rows(EventStatements.verifyMasterKeys, Array(0...laneCount)).map { try $0.get(0) }
  }

  /// The first position for which a partition of the log is still to be made.
  package func partitionsEnd() async throws -> Int64 {
    try await rows(EventStatements.verifyPartitions).map { try $0.get(1) }.min() ?? 0
  }

  private func rows(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }
}
