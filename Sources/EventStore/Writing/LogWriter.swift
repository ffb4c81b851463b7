import Ledger
import Postgres
import Synchronization

/// The one writer of a process. Appends that arrive during a commit are committed together next.
///
/// There is no timer: a single append is committed at once, and under load a commit carries
/// hundreds.
final class LogWriter: Sendable {
  private typealias Queue = WriterQueue<CheckedContinuation<Appended, any Error>>

  private let pool: Pool
  private let reader: EventReader
  private let keyring: Keyring
  private let laneCount: Int16
  private let queue = Mutex(Queue())

  /// - Parameter pool: a pool of one connection that only the writer uses.
  init(_ pool: Pool, reader: EventReader, keyring: Keyring, laneCount: Int16) {
    self.pool = pool
    self.reader = reader
    self.keyring = keyring
    self.laneCount = laneCount
  }

  /// Appends a draft and returns after the commit. On an error nothing of this draft was stored,
  /// unless the connection was lost; then a repetition is safe.
  func append(_ draft: Draft) async throws -> Appended {
    try await withCheckedThrowingContinuation { waiter in
      switch queue.withLock({ $0.enlist(draft, waiter) }) {
      case .waits: break
      case .first: Task { await drain() }  // a shared commit outlives each caller's task
      case .full: waiter.resume(throwing: EventLogError.overloaded)
      }
    }
  }

  /// The number of appends that wait for a commit or are part of the current one.
  var unansweredCount: Int { queue.withLock { $0.unansweredCount } }

  private func drain() async {
    while let entries = queue.withLock({ $0.next() }) {
      await write(
        entries.filter { $0.draft.decision != nil } + entries.filter { $0.draft.decision == nil })
    }
  }

  private func write(_ entries: [Queue.Entry]) async {
    do {
      let appended = try await commit(entries.map(\.draft))
      for (entry, appended) in zip(entries, appended) {
        entry.draft.decision?.commit(appended)
      }
      for (entry, appended) in zip(entries, appended) { entry.waiter.resume(returning: appended) }
    } catch {
      guard entries.count > 1, !error.isTransient else {
        for entry in entries { entry.waiter.resume(throwing: error) }
        return
      }
      // One draft is poison. Splitting the entries in half isolates it, so it fails alone.
      await write(Array(entries.prefix(entries.count / 2)))
      await write(Array(entries.dropFirst(entries.count / 2)))
    }
  }

  private func commit(_ drafts: [Draft]) async throws -> [Appended] {
    let batch = Batch(drafts: drafts, reader: reader, keyring: keyring, laneCount: laneCount)
    return try await pool.withTransaction { connection in
      try await batch.append(on: connection)
    }
  }
}

extension Error {
  /// True if the error is transient: the whole batch would fail for the same reason with any
  /// drafts.
  fileprivate var isTransient: Bool { (self as? PostgresError)?.isRetryable ?? false }
}
