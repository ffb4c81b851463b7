/// A transaction on a connection. It begins on the server with its first statement.
struct Transaction: Sendable {
  private static let commit = Statement(unsafeSQL: "commit", name: "commit")
  private static let rollback = Statement(unsafeSQL: "rollback", name: "rollback")

  private let beginning: [Statement]

  init(_ options: TransactionOptions) {
    beginning = options.statements
  }

  /// Runs the body, then commits; rolls back if the body throws.
  func run<Result: Sendable>(
    on connection: isolated Connection,
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    do {
      for statement in beginning { try connection.post(statement) }
      let result = try await body(connection)
      if connection.isInTransaction || connection.hasPosted { try Self.commit(on: connection) }
      return result
    } catch {
      Self.rollBack(on: connection)
      throw error
    }
  }

  /// Runs calls and commits, all in one round trip. Returns their results.
  func run(
    _ calls: [Call], on connection: isolated Connection
  ) throws(PostgresError) -> [Rows] {
    do throws(PostgresError) {
      for statement in beginning { try connection.post(statement) }
      return try Self.commit(after: calls, on: connection)
    } catch {
      Self.rollBack(on: connection)
      throw error
    }
  }

  /// Runs the last calls of a transaction and commits it, in one round trip.
  static func commit(
    after calls: [Call], on connection: isolated Connection
  ) throws(PostgresError) -> [Rows] {
    if Task.isCancelled { throw .canceled }
    return try connection.query(calls + [Call(commit)]).dropLast()
  }

  private static func commit(on connection: isolated Connection) throws(PostgresError) {
    if Task.isCancelled { throw .canceled }
    guard try connection.end(commit) == "COMMIT" else {
      throw .server(ServerError(sqlState: .inFailedTransaction, message: nil))
    }
  }

  private static func rollBack(on connection: isolated Connection) {
    connection.withdraw()
    // If the rollback fails too, the pool discards the connection.
    if connection.isInTransaction { _ = try? connection.end(rollback) }
  }
}
