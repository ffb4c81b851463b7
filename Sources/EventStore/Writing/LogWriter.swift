import Postgres
import Synchronization

/// The one writer of a process: what arrives while a commit is under way is committed together next.
///
/// There is no timer: alone, an append is committed at once; under load, a commit carries hundreds.
final class LogWriter: Sendable {
  private typealias Queue = WriterQueue<CheckedContinuation<Appended, any Error>>

  private let pool: Pool
  private let keyring: Keyring
  private let laneCount: Int16
  private let queue = Mutex(Queue())

  /// The pool is of one connection and the writer's alone.
  init(_ pool: Pool, keyring: Keyring, laneCount: Int16) {
    self.pool = pool
    self.keyring = keyring
    self.laneCount = laneCount
  }

  /// Returns after the commit. On an error nothing of this draft was stored, unless the connection
  /// was lost: then it may have been, and sending it again is safe.
  func append(_ draft: Draft) async throws -> Appended {
    try await withCheckedThrowingContinuation { waiter in
      switch queue.withLock({ $0.enlist(draft, waiter) }) {
      case .waits: break
      case .first: Task { await drain() }  // a commit of many must not end with one of their tasks
      case .full: waiter.resume(throwing: EventLogError.overloaded)
      }
    }
  }

  /// How many appends wait for a commit or are part of one under way.
  var unansweredCount: Int { queue.withLock { $0.unansweredCount } }

  private func drain() async {
    while let entries = queue.withLock({ $0.next() }) { await write(entries) }
  }

  private func write(_ entries: [Queue.Entry]) async {
    do {
      let appended = try await commit(entries.map(\.draft))
      for (entry, appended) in zip(entries, appended) { entry.waiter.resume(returning: appended) }
    } catch {
      guard entries.count > 1, !error.isOfTheMoment else {
        for entry in entries { entry.waiter.resume(throwing: error) }
        return
      }
      // One of them is poison: it alone shall fail, found by halves.
      await write(Array(entries.prefix(entries.count / 2)))
      await write(Array(entries.dropFirst(entries.count / 2)))
    }
  }

  private func commit(_ drafts: [Draft]) async throws -> [Appended] {
    let batch = Batch(drafts: drafts, keyring: keyring, laneCount: laneCount)
    return try await pool.withTransaction { connection in try batch.append(on: connection) }
  }
}

extension Error {
  /// Whether the whole batch would fail again for the same reason, whoever is in it.
  fileprivate var isOfTheMoment: Bool { (self as? PostgresError)?.isRetryable ?? false }
}
