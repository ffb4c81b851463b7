import Postgres

/// The one writer of a process. Appends that arrive during a commit are committed together next.
///
/// There is no timer: a single append is committed at once, and under load a commit carries
/// hundreds.
final class LogWriter: Sendable {
  private typealias Queue = WriterQueue<Waiter>

  private let committer: BatchCommitter
  private let server: QueueServer<Queue>

  init(_ committer: BatchCommitter) {
    self.committer = committer
    server = QueueServer(Queue()) { entries in
      let decisions = Self.decisions(of: entries)
      let others = entries.filter { $0.draft.decision == nil }
      if !decisions.isEmpty, others.contains(where: \.draft.isShared) {
        // The decisions do not see a shared event beside them. In a batch of its own it is newer than they are.
        await committer.write(decisions)
        await committer.write(others)
      } else {
        await committer.write(decisions + others)
      }
    }
  }

  /// Returns the entries with decisions. Those that destroy names come last: a batch destroys names at its end, those
  /// that a decision after them had given, too.
  private static func decisions(of entries: [Queue.Entry]) -> [Queue.Entry] {
    let decisions = entries.filter { $0.draft.decision != nil }
    return decisions.filter { $0.draft.forgotten.isEmpty }
      + decisions.filter { !$0.draft.forgotten.isEmpty }
  }

  /// Appends a draft and returns after the commit. On an error nothing of this draft was stored,
  /// unless the connection was lost or the task was canceled; then a repetition is safe.
  ///
  /// Throws `closed` after `close()`.
  func append(_ draft: Draft) async throws -> Written {
    let waiter = Waiter()
    try server.submit { queue throws(EventLogError) in
      switch queue.enlist(draft, waiter) {
      case .waits: return false
      case .first: return true
      case .full: throw .overloaded
      }
    }
    return try await waiter.wait()
  }

  /// Refuses later appends, and returns once the earlier ones are committed or have failed.
  func close() async {
    await server.close()
    await committer.close()
  }

  /// The failure of the last commit, if it was a few seconds ago and for lack of resources; nil once a
  /// commit has succeeded.
  var recentFailure: PostgresError? { committer.recentFailure }

  /// The number of appends that wait for a commit or are part of the current one.
  var unansweredCount: Int { server.read(\.unansweredCount) }
}
