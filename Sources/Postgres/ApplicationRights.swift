/// The application's role of a database, and exactly the rights that it must have there.
///
/// A dump has no role, and a copy of a database has the role of another one: so role and rights are made
/// sure of with each migration, whatever migrations are applied.
package struct ApplicationRights: Sendable {
  private let missing: Statement

  /// - Parameter sql: a query for the statements that make role and rights what they must be, in order.
  package init(sql: String) {
    missing = Statement(unsafeSQL: sql)
  }

  /// Returns the statements that role and rights need; none if they are as they must be.
  package func missing(_ pool: Pool) async throws -> [String] {
    try await pool.withConnection { [missing] connection in
      try await connection.query(missing).decode(String.self)
    }
  }

  /// Makes sure of role and rights, with those of the database's owner. Returns the number of statements
  /// that were needed. Writes nothing if there are none.
  @discardableResult
  package func ensure(_ pool: Pool) async throws -> Int {
    guard try await !missing(pool).isEmpty else { return 0 }
    return try await pool.withTransaction { [missing] connection in
      try connection.query(Self.lock, AdvisoryLock.migrator.rawValue)
      let statements = try connection.query(missing).decode(String.self)
      for sql in statements { try connection.script(sql) }
      return statements.count
    }
  }

  private static let lock = Statement(
    unsafeSQL: "select pg_advisory_xact_lock($1::integer, 0)")
}
