import Ledger
import Postgres
import Synchronization

/// The one writer of a process: what arrives while a commit is under way is committed together next.
///
/// There is no timer: alone, an append is committed at once; under load, a commit carries hundreds.
final class LogWriter: Sendable {
  private typealias Queue = WriterQueue<CheckedContinuation<Appended, any Error>>

  private let pool: Pool
  private let reader: EventReader
  private let keyring: Keyring
  private let laneCount: Int16
  private let queue = Mutex(Queue())

  /// The pool is of one connection and the writer's alone.
  init(_ pool: Pool, reader: EventReader, keyring: Keyring, laneCount: Int16) {
    self.pool = pool
    self.reader = reader
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
    while let entries = queue.withLock({ $0.next() }) {
      await write(
        entries.filter { $0.draft.decision != nil } + entries.filter { $0.draft.decision == nil })
    }
  }

  private func write(_ entries: [Queue.Entry]) async {
    do {
      let appended = try await commit(entries.map(\.draft))
      for (entry, appended) in zip(entries, appended) {
        entry.draft.decision?.keep(upTo: appended.lastStored)
      }
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
    let batch = Batch(drafts: drafts, reader: reader, keyring: keyring, laneCount: laneCount)
    return try await pool.withTransaction { connection in
      try await batch.append(on: connection)
    }
  }
}

extension Appended {
  /// The position of the last event that is new; 0 where none is.
  fileprivate var lastStored: Int64 {
    outcomes.last { !$0.isDuplicate }?.id.position ?? 0
  }
}

extension Error {
  /// Whether the whole batch would fail again for the same reason, whoever is in it.
  fileprivate var isOfTheMoment: Bool { (self as? PostgresError)?.isRetryable ?? false }
}
