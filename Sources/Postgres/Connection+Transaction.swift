/// The isolation level, access mode and durability of a transaction.
package struct TransactionOptions: Sendable, Hashable {
  package var isReadOnly: Bool
  package var isRepeatableRead: Bool
  /// True if the commit does not wait for the disk. Use only for data that can be rebuilt.
  package var synchronousCommitOff: Bool

  /// A transaction whose queries all see the database as it was at the first of them.
  package static let snapshot = TransactionOptions(isReadOnly: true, isRepeatableRead: true)

  package init(
    isReadOnly: Bool = false, isRepeatableRead: Bool = false, synchronousCommitOff: Bool = false
  ) {
    self.isReadOnly = isReadOnly
    self.isRepeatableRead = isRepeatableRead
    self.synchronousCommitOff = synchronousCommitOff
  }

  /// The statements that begin the transaction.
  fileprivate var statements: [Statement] {
    let isolation = isRepeatableRead ? "repeatable read" : "read committed"
    let access = isReadOnly ? " read only" : ""
    let begin = Statement(unsafeSQL: "begin isolation level \(isolation)\(access)", name: "begin")
    return synchronousCommitOff ? [begin, Self.commitWithoutWaiting] : [begin]
  }

  private static let commitWithoutWaiting = Statement(
    unsafeSQL: "set local synchronous_commit = off", name: "synchronous_commit_off")
}

extension Connection {
  private static let commit = Statement(unsafeSQL: "commit", name: "commit")
  private static let rollback = Statement(unsafeSQL: "rollback", name: "rollback")

  /// Runs the body in a transaction that commits if the body returns and rolls back if the body
  /// throws. The transaction begins on the server with its first statement.
  ///
  /// If the body swallowed the failure of a statement, nothing is committed and
  /// `inFailedTransaction` is thrown. A `connectionLost` of the commit leaves its outcome unknown.
  package func transaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    isReadOnly = options.isReadOnly
    defer { isReadOnly = false }
    do {
      for statement in options.statements { try post(statement) }
      let result = try await body(self)
      if isInTransaction || hasPosted { try commit() }
      return result
    } catch {
      withdraw()
      // If the rollback fails too, the pool discards the connection.
      if isInTransaction { _ = try? end(Self.rollback) }
      throw error
    }
  }

  /// Runs calls in a transaction of their own, all in one round trip, and returns their results. No
  /// lock is held longer than the calls take.
  package func transaction(
    _ options: TransactionOptions = TransactionOptions(), of calls: [Call]
  ) throws(PostgresError) -> [Rows] {
    do throws(PostgresError) {
      for statement in options.statements { try post(statement) }
      return try queryAndCommit(calls)
    } catch {
      withdraw()
      // If the rollback fails too, the pool discards the connection.
      if isInTransaction { _ = try? end(Self.rollback) }
      throw error
    }
  }

  /// Runs the last calls of a transaction and commits it, in one round trip. The body of the
  /// transaction runs nothing afterwards.
  package func queryAndCommit(_ calls: [Call]) throws(PostgresError) -> [Rows] {
    if Task.isCancelled { throw .canceled }
    return try query(calls + [Call(Self.commit)]).dropLast()
  }

  private func commit() throws(PostgresError) {
    if Task.isCancelled { throw .canceled }
    guard try end(Self.commit) == "COMMIT" else {
      throw .server(ServerError(sqlState: .inFailedTransaction, message: nil))
    }
  }

  /// Passes the connection to the body, and cancels the running statement when the task is
  /// canceled.
  package nonisolated func lend<Result: Sendable>(
    _ body: @Sendable (Connection) async throws -> Result
  ) async throws -> Result {
    canceller.renew()
    return try await withTaskCancellationHandler {
      try await body(self)
    } onCancel: {
      canceller.cancel()
    }
  }
}
