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
  var statements: [Statement] {
    let begin = Self.begin[isRepeatableRead ? 1 : 0][isReadOnly ? 1 : 0]
    return synchronousCommitOff ? [begin, Self.commitWithoutWaiting] : [begin]
  }

  /// The statements by isolation and then by access, made once, because every transaction begins with
  /// one.
  private static let begin: [[Statement]] = ["read committed", "repeatable read"].map { isolation in
    ["", " read only"].map { access in
      Statement(unsafeSQL: "begin isolation level \(isolation)\(access)", name: "begin")
    }
  }

  private static let commitWithoutWaiting = Statement(
    unsafeSQL: "set local synchronous_commit = off", name: "synchronous_commit_off")
}
