/// How a transaction runs.
package struct TransactionOptions: Sendable, Hashable {
  package var isReadOnly: Bool
  package var isRepeatableRead: Bool
  /// The commit does not wait for the disk: only for what can be rebuilt.
  package var synchronousCommitOff: Bool

  package init(
    isReadOnly: Bool = false, isRepeatableRead: Bool = false, synchronousCommitOff: Bool = false
  ) {
    self.isReadOnly = isReadOnly
    self.isRepeatableRead = isRepeatableRead
    self.synchronousCommitOff = synchronousCommitOff
  }

  /// What begins it.
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

  /// Commits if the body returns and rolls back if it throws. It begins on the server with its first
  /// statement.
  ///
  /// Where the body swallowed the failure of a statement nothing is committed, and
  /// `inFailedTransaction` is thrown. A `connectionLost` of the commit leaves its outcome unknown.
  package func transaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    do {
      for statement in options.statements { try post(statement) }
      let result = try await body(self)
      try commit()
      return result
    } catch {
      withdraw()
      // The connection is discarded if even this fails.
      if isInTransaction { _ = try? end(Self.rollback) }
      throw error
    }
  }

  private func commit() throws(PostgresError) {
    if Task.isCancelled { throw .cancelled }
    guard try end(Self.commit) == "COMMIT" else {
      throw .server(ServerError(sqlState: .inFailedTransaction, message: nil))
    }
  }

  /// Lends the connection to a task whose cancellation reaches the statement under way.
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
