import Postgres

/// The session that answers the queries of a reader.
enum QuerySource: Sendable {
  /// Any session of a pool, once one is free.
  case pool(Pool)
  /// One session, for queries within its transaction. No query waits for another session.
  case connection(Connection)

  func query(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?] = []
  ) async throws -> Rows {
    switch self {
    case .pool(let pool):
      try await pool.withConnection { connection in
        try await connection.query(statement, parameters)
      }
    case .connection(let connection): try await connection.query(statement, parameters)
    }
  }
}
