import Postgres
import Synchronization

/// A committer of batches, which gives each caller the outcome of its draft.
final class BatchCommitter: Sendable {
  typealias Entry = WriterQueue<Waiter>.Entry

  private static let attemptsMax = 4

  private let pool: Pool
  private let reader: EventReader
  private let keyring: Keyring
  private let installation: Installation
  private let memory: LogMemory
  private let clock: LedgerClock
  private let failure = Mutex<WriteFailure?>(nil)

  /// - Parameter pool: a pool of one connection that only the committer uses.
  init(
    _ pool: Pool, reader: EventReader, keyring: Keyring, installation: Installation,
    memory: LogMemory, clock: LedgerClock
  ) {
    self.pool = pool
    self.reader = reader
    self.keyring = keyring
    self.installation = installation
    self.memory = memory
    self.clock = clock
  }

  /// The failure of the last commit, if it was a few seconds ago and for lack of resources; nil once a
  /// commit has succeeded.
  var recentFailure: PostgresError? { failure.withLock { $0?.isRecent == true ? $0?.error : nil } }

  /// Closes the committer's connection.
  func close() async { await pool.close() }

  /// Commits drafts together. Drafts that cannot be stored with the others are committed by halves.
  func write(_ entries: [Entry]) async {
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

  /// Commits drafts. Those with an event that is refused because its key is stored already are decided
  /// again, and leave it out. The key of a grant may be stored by a writer of another lane after it was
  /// looked up.
  private func commit(_ drafts: [Draft]) async throws -> [Written] {
    for attempt in 1..<Self.attemptsMax {
      do {
        return try await commit(drafts, lookingUpDecided: attempt > 1)
      } catch PostgresError.server(let error) where error.sqlState == .uniqueViolation {
        continue
      }
    }
    return try await commit(drafts, lookingUpDecided: true)
  }

  private func commit(
    _ drafts: [Draft], lookingUpDecided looksUpDecided: Bool
  ) async throws -> [Written] {
    let generation = drafts.map(\.generation).min() ?? memory.generation
    let batch = Batch(
      drafts: drafts, reader: reader, keyring: keyring, installation: installation,
      generation: generation, looksUpDecided: looksUpDecided)
    let written = try await pool.withTransaction { [memory] connection in
      guard generation == memory.generation else { throw EventLogError.forgotten }
      return try await batch.append(on: connection)
    }
    memory.reach(written.heads, in: generation)
    if !written.heads.isEmpty { clock.note(recorded: written.recordedAt) }
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
