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

  fileprivate var begin: String {
    var begin = "begin isolation level \(isRepeatableRead ? "repeatable read" : "read committed")"
    if isReadOnly { begin += " read only" }
    if synchronousCommitOff { begin += "; set local synchronous_commit = off" }
    return begin
  }
}

extension Connection {
  /// Commits if the body returns and rolls back if it throws.
  package func transaction<Result: Sendable>(
    _ options: TransactionOptions = TransactionOptions(),
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result {
    try script(options.begin)
    let result: Result
    do {
      result = try await body(self)
    } catch {
      try? script("rollback")  // the connection is discarded if even this fails
      throw error
    }
    try script("commit")
    return result
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
