import Ledger
import Postgres
import Synchronization

/// The one writer of a process. Appends that arrive during a commit are committed together next.
///
/// There is no timer: a single append is committed at once, and under load a commit carries
/// hundreds.
final class LogWriter: Sendable {
  private typealias Queue = WriterQueue<Waiter>

  private let pool: Pool
  private let reader: EventReader
  private let keyring: Keyring
  private let laneCount: Int16
  private let memory: LogMemory
  private let queue = Mutex(Queue())
  private let failure = Mutex<WriteFailure?>(nil)

  /// - Parameter pool: a pool of one connection that only the writer uses.
  init(
    _ pool: Pool, reader: EventReader, keyring: Keyring, laneCount: Int16, memory: LogMemory
  ) {
    self.pool = pool
    self.reader = reader
    self.keyring = keyring
    self.laneCount = laneCount
    self.memory = memory
  }

  /// Appends a draft and returns after the commit. On an error nothing of this draft was stored,
  /// unless the connection was lost or the task was canceled; then a repetition is safe.
  func append(_ draft: Draft) async throws -> Written {
    let waiter = Waiter()
    switch queue.withLock({ $0.enlist(draft, waiter) }) {
    case .waits: break
    case .first: Task { await drain() }  // a shared commit outlives each caller's task
    case .full: throw EventLogError.overloaded
    }
    return try await waiter.wait()
  }

  /// The failure of the last commit, if it was a few seconds ago and for lack of resources; nil once a
  /// commit has succeeded.
  var recentFailure: PostgresError? { failure.withLock { $0?.isRecent == true ? $0?.error : nil } }

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
      let written = try await commit(entries.map(\.draft))
      failure.withLock { $0 = nil }
      for (entry, written) in zip(entries, written) { entry.waiter.give(.success(written)) }
    } catch {
      if let error = error as? PostgresError, error.isRetryable {
        failure.withLock { $0 = WriteFailure(error: error, at: .now) }
      }
      guard entries.count > 1, !error.isTransient else {
        for entry in entries { entry.waiter.give(.failure(error)) }
        return
      }
      // One draft is poison. Splitting the entries in half isolates it, so it fails alone.
      await write(Array(entries.prefix(entries.count / 2)))
      await write(Array(entries.dropFirst(entries.count / 2)))
    }
  }

  private func commit(_ drafts: [Draft]) async throws -> [Written] {
    let batch = Batch(drafts: drafts, reader: reader, keyring: keyring, laneCount: laneCount)
    let generation = drafts.map(\.generation).min() ?? memory.generation
    let written = try await pool.withTransaction { [memory] connection in
      // A draft that was prepared by forgotten strings and headers is as good as lost.
      guard generation == memory.generation else { throw PostgresError.connectionLost }
      return try await batch.append(on: connection)
    }
    memory.reach(written.heads, in: generation)
    return written.commit()
  }
}

/// A commit that the database refused, for a reason that may pass.
private struct WriteFailure {
  /// The time for which a failure counts: without requests nothing else would end it.
  private static let age: Duration = .seconds(5)

  let error: PostgresError
  let at: ContinuousClock.Instant

  var isRecent: Bool { ContinuousClock.now - at < Self.age }
}

extension Error {
  /// True if the error is transient: the whole batch would fail for the same reason with any
  /// drafts.
  fileprivate var isTransient: Bool { (self as? PostgresError)?.isRetryable ?? false }
}
