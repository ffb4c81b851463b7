package import EventStore
import Foundation
package import Ledger
import Logging
package import Postgres

/// One consumer in one lane: processes the events after its checkpoint, and retries its dead letters.
///
/// Rows, checkpoint and dead letters of a transactional consumer change in one transaction. An event
/// that cannot be read or processed is dead-lettered with its reason, and the events around it are
/// processed.
package struct ConsumerLane: Sendable {
  /// The result of one step.
  enum Step: Equatable {
    /// The checkpoint passed this number of events of the lane.
    case moved(Int)
    /// The checkpoint passed an event of lane 0.
    case passedShared
    /// Nothing is left for now.
    case atEnd
    /// Another process is at work in this lane, or the ledger is paused.
    case elsewhere

    /// The number of events that the checkpoint passed.
    var count: Int {
      switch self {
      case .moved(let count): count
      case .passedShared: 1
      case .atEnd, .elsewhere: 0
      }
    }
  }

  private static let retryMax = 100
  /// A crash may take back a checkpoint together with its rows; then the page is applied again.
  static let options = TransactionOptions(synchronousCommitOff: true)

  package let lane: Int16
  package let pool: Pool
  package let log: EventLog
  package let consumer: any EventConsumer
  let logger: Logger
  /// This process, as the owner of claims.
  let process: UUID
  let feed: LaneFeed
  /// The checkpoint as this process last moved it, which saves reading it again.
  let last: LastCheckpoint

  package var checkpoints: CheckpointStore { CheckpointStore(of: consumer.name) }
  package var deadLetters: DeadLetterStore { DeadLetterStore(lane: lane) }

  /// Processes at most one page, or one event of lane 0.
  func advance() async throws -> Step {
    let step =
      switch consumer {
      case let consumer as any TransactionalConsumer: try await advance(consumer)
      case let consumer as any AsynchronousConsumer:
        try await AsynchronousLane(lane: self, consumer: consumer).advance()
      default: Step.atEnd
      }
    if step.count > 0 { consumer.progress?.moved(lane) }
    return step
  }

  /// Rests after the lane was processed to its end, so that the events of several commits are processed together.
  /// Returns after `limit` at the latest, and earlier if somebody waits for the lane.
  func rest(within limit: Duration) async {
    guard let progress = consumer.progress else {
      try? await Task.sleep(for: limit)  // cancellation ends the rest
      return
    }
    await progress.rest(lane, within: limit)
  }

  /// Lends a transaction in which the checkpoint is locked. Returns nil, without calling `body`, if
  /// another process has locked or moved it, or if the log has lost commits since a generation: what was read in it may
  /// be among them.
  private func withLock<Result: Sendable>(
    at checkpoint: Checkpoint, since generation: Int,
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result? {
    try await pool.withTransaction(Self.options) { connection in
      guard generation == last.generation,
        try checkpoints.lock(lane, on: connection) == checkpoint
      else { return nil }
      return try await body(connection)
    }
  }

  /// Lends a transaction that waited for the lock of the checkpoint.
  package func holding<Result: Sendable>(
    _ body: @Sendable (isolated Connection, Checkpoint) async throws -> Result
  ) async throws -> Result {
    try await pool.withTransaction(Self.options) { connection in
      try await body(connection, try checkpoints.hold(lane, on: connection))
    }
  }

  /// Retries every dead letter. Returns the number of those that were processed. A consumer whose
  /// decisions a paused ledger refuses is retried after the pause.
  func retryDeadLetters(of names: [ConsumerName]) async throws -> Int {
    var count = 0
    for name in names {
      do { count += try await retryDeadLetters(of: name) } catch EventLogError.paused { continue }
    }
    return count
  }

  private func retryDeadLetters(of name: ConsumerName) async throws -> Int {
    var (count, position): (Int, Int64) = (0, 0)
    while true {
      let letters = try await pool.withConnection { [position] connection in
        try await deadLetters.read(
          of: name, after: position, limit: Self.retryMax, on: connection)
      }
      guard let last = letters.last else { return count }
      count += try await consumer.retry(letters, of: name, in: self)
      position = last.id.position
    }
  }

  /// Reads the events of dead letters again. Returns those that are readable, and the reasons for
  /// which the others still are not.
  package func read(
    _ letters: [DeadLetter], of name: ConsumerName
  ) async throws -> (events: [RecordedEvent], unreadable: [NewDeadLetter]) {
    let reader = LenientReader(log)
    var (events, unreadable): ([RecordedEvent], [NewDeadLetter]) = ([], [])
    for letter in letters {
      switch try await reader.event(letter.id) {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(NewDeadLetter(event, of: name))
      case nil: continue
      }
    }
    return (events, unreadable)
  }

  func report(_ new: [NewDeadLetter]) {
    guard let first = new.first else { return }
    logger.error(
      "events were dead-lettered",
      metadata: [
        "consumer": "\(first.consumer)", "count": "\(new.count)", "first": "\(first.id)",
        "reason": "\(first.reason)",
      ])
  }

  func unreadable(_ page: LanePage) -> [NewDeadLetter] {
    consumer.deadLetterNames.flatMap { name in
      page.unreadable.map { NewDeadLetter($0, of: name) }
    }
  }
}

// MARK: Transactional consumers

extension ConsumerLane {
  private func advance(_ consumer: any TransactionalConsumer) async throws -> Step {
    let generation = last.generation
    guard let known = last.take() else { return try await advanceAfterStored(consumer) }
    let step = try await advance(consumer, after: known, since: generation)
    guard step == .elsewhere || generation != last.generation else { return step }
    return try await advanceAfterStored(consumer)
  }

  private func advanceAfterStored(_ consumer: any TransactionalConsumer) async throws -> Step {
    let generation = last.generation
    return try await advance(consumer, after: readCheckpoint(), since: generation)
  }

  func readCheckpoint() async throws -> Checkpoint {
    try await pool.withConnection { try await checkpoints.read(lane, on: $0) }
  }

  /// - Parameter generation: the generation of the memory before the checkpoint was read or remembered.
  private func advance(
    _ consumer: any TransactionalConsumer, after checkpoint: Checkpoint, since generation: Int
  ) async throws -> Step {
    let work = try await feed.next(after: checkpoint, readingShared: consumer.readsShared)
    switch work {
    case .page(let page):
      guard try await consumer.mayRead(lane, after: checkpoint) else { return .elsewhere }
      let step = try await apply(page, by: consumer, after: checkpoint, since: generation)
      if case .moved = step { last.remember(end(of: page, after: checkpoint), since: generation) }
      return step
    case .shared(let event):
      return try await apply(shared: event, by: consumer, after: checkpoint, since: generation)
    case nil:
      last.remember(checkpoint, since: generation)
      return .atEnd
    }
  }

  /// Advances to a checkpoint that another generation of the consumer has reached, and no further.
  func advance(to target: Checkpoint) async throws {
    guard let consumer = consumer as? any TransactionalConsumer else { return }
    last.forget()
    while true {
      let generation = last.generation
      let checkpoint = try await readCheckpoint()
      let step: Step
      if checkpoint.position < target.position {
        let limit = Int(min(Int64(LaneFeed.pageMax), target.position - checkpoint.position))
        let work = try await feed.next(
          after: checkpoint, readingShared: consumer.readsShared, limit: limit)
        switch work {
        case .page(let page):
          step = try await apply(page, by: consumer, after: checkpoint, since: generation)
        case .shared(let event):
          step = try await apply(shared: event, by: consumer, after: checkpoint, since: generation)
        case nil:
          feed.signal()
          continue
        }
      } else if checkpoint.shared < target.shared,
        let event = try await log.reading.shared(upTo: target.shared)
          .first(where: { $0.id.position > checkpoint.shared })
      {
        step = try await apply(shared: event, by: consumer, after: checkpoint, since: generation)
      } else {
        return
      }
      if step == .elsewhere { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private func end(of page: LanePage, after checkpoint: Checkpoint) -> Checkpoint {
    Checkpoint(lane: lane, position: page.end, shared: checkpoint.shared)
  }

  private func apply(
    _ page: LanePage, by consumer: any TransactionalConsumer, after checkpoint: Checkpoint,
    since generation: Int
  ) async throws -> Step {
    do {
      return try await apply(
        page, by: consumer, after: checkpoint, since: generation, isIsolating: false)
    } catch  where NewDeadLetter.isTheEvents(error) {
      return try await apply(
        page, by: consumer, after: checkpoint, since: generation, isIsolating: true)
    }
  }

  private func apply(
    _ page: LanePage, by consumer: any TransactionalConsumer, after checkpoint: Checkpoint,
    since generation: Int, isIsolating: Bool
  ) async throws -> Step {
    let unreadable = unreadable(page)
    let new = try await withLock(at: checkpoint, since: generation) { connection in
      try DeadLetterStore.add(unreadable, on: connection)
      let new = try await consumer.apply(
        page, after: checkpoint, isIsolating: isIsolating, on: connection)
      try DeadLetterStore.add(new, on: connection)
      try checkpoints.move(to: end(of: page, after: checkpoint), on: connection)
      return new
    }
    guard let new else { return .elsewhere }
    report(unreadable + new)
    return .moved(page.count)
  }

  /// Applies an event of lane 0 piece by piece. The checkpoint moves with the last piece. An
  /// interrupted run starts over.
  private func apply(
    shared event: RecordedEvent, by consumer: any TransactionalConsumer,
    after checkpoint: Checkpoint, since generation: Int
  ) async throws -> Step {
    var progress: SharedProgress?
    while true {
      let piece: SharedPiece?
      do {
        piece = try await apply(
          shared: event, by: consumer, after: checkpoint, since: generation, from: progress,
          isIsolating: false)
      } catch  where NewDeadLetter.isTheEvents(error) {
        piece = try await apply(
          shared: event, by: consumer, after: checkpoint, since: generation, from: progress,
          isIsolating: true)
      }
      guard let piece else { return .elsewhere }
      report(piece.deadLetters)
      guard let end = piece.end else { return .passedShared }
      progress = end
    }
  }

  private func apply(
    shared event: RecordedEvent, by consumer: any TransactionalConsumer,
    after checkpoint: Checkpoint, since generation: Int, from progress: SharedProgress?,
    isIsolating: Bool
  ) async throws -> SharedPiece? {
    try await withLock(at: checkpoint, since: generation) { connection in
      let piece = try await consumer.apply(
        shared: event, after: checkpoint, from: progress, isIsolating: isIsolating, on: connection)
      try DeadLetterStore.add(piece.deadLetters, on: connection)
      if piece.end == nil {
        var reached = checkpoint
        reached.shared = event.id.position
        try checkpoints.move(to: reached, on: connection)
      }
      return piece
    }
  }
}
