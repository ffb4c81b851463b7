import EventStore
import Ledger
import Postgres

/// A transactional consumer in one lane: its rows, its checkpoint and its dead letters change in one transaction.
struct TransactionalLane {
  let lane: ConsumerLane
  let consumer: any TransactionalConsumer

  /// Processes at most one page, or one event of lane 0.
  func advance() async throws -> ConsumerLane.Step {
    let generation = lane.last.generation
    guard let known = lane.last.take() else { return try await advanceAfterStored() }
    let step = try await advance(after: known, since: generation, isKnown: true)
    guard step == .elsewhere || generation != lane.last.generation else { return step }
    return try await advanceAfterStored()
  }

  private func advanceAfterStored() async throws -> ConsumerLane.Step {
    let generation = lane.last.generation
    let step = try await advance(after: lane.readCheckpoint(), since: generation)
    return generation == lane.last.generation ? step : .elsewhere
  }

  /// - Parameters:
  ///   - generation: the generation of the memory before the checkpoint was read or remembered.
  ///   - isKnown: true for a checkpoint that this process remembered.
  private func advance(
    after checkpoint: Checkpoint, since generation: Int, isKnown: Bool = false
  ) async throws -> ConsumerLane.Step {
    let work = try await lane.feed.next(after: checkpoint, readingShared: consumer.readsShared)
    switch work {
    case .page(let page):
      guard try await consumer.mayRead(lane.lane, after: checkpoint) else { return .elsewhere }
      let step = try await apply(page, after: checkpoint, since: generation)
      if case .moved = step {
        lane.last.remember(end(of: page, after: checkpoint), since: generation)
      }
      return step
    case .shared(let event):
      return try await apply(shared: event, after: checkpoint, since: generation)
    case .records(let end):
      return try await pass(recordsUpTo: end, after: checkpoint, since: generation)
    case nil:
      var isSound = isKnown
      if !isSound { isSound = try await isWithinLog(checkpoint) }
      if isSound { lane.last.remember(checkpoint, since: generation) }
      return .atEnd
    }
  }

  /// Returns false for a checkpoint beyond the log. Only a person can move it there, so it is read again at each
  /// step until a person sets it back.
  private func isWithinLog(_ checkpoint: Checkpoint) async throws -> Bool {
    let known = Dictionary(
      uniqueKeysWithValues: lane.log.memory.heads.map { ($0.lane, $0.position) })
    if checkpoint.position <= known[lane.lane] ?? 0, checkpoint.shared <= known[0] ?? 0 {
      return true
    }
    let end = try await lane.log.position(withShared: true)
    return checkpoint.position <= end.lanes[lane.lane] ?? 0
      && checkpoint.shared <= end.lanes[0] ?? 0
  }

  /// Advances to a checkpoint that another generation of the consumer has reached, and no further. Throws
  /// `EventLogError.forgotten` if the log has lost commits meanwhile, perhaps those before that checkpoint.
  func advance(to target: Checkpoint) async throws {
    lane.last.forget()
    let generation = lane.last.generation
    while true {
      guard generation == lane.last.generation else { throw EventLogError.forgotten }
      let checkpoint = try await lane.readCheckpoint()
      let step: ConsumerLane.Step
      if checkpoint.position < target.position {
        let limit = Int(min(Int64(LaneFeed.pageMax), target.position - checkpoint.position))
        let work = try await lane.feed.next(
          after: checkpoint, readingShared: consumer.readsShared, limit: limit,
          sharedMax: target.shared)
        switch work {
        case .page(let page): step = try await apply(page, after: checkpoint, since: generation)
        case .shared(let event):
          step = try await apply(shared: event, after: checkpoint, since: generation)
        case .records(let end):
          step = try await pass(recordsUpTo: end, after: checkpoint, since: generation)
        case nil:
          lane.feed.signal()
          step = .elsewhere
        }
      } else {
        let waiting = try await lane.log.reading.shared(upTo: target.shared)
          .drop { $0.id.position <= checkpoint.shared }
        if let record = waiting.prefix(while: \.isRecordOnly).last {
          step = try await pass(
            recordsUpTo: record.id.position, after: checkpoint, since: generation)
        } else if let event = waiting.first {
          step = try await apply(shared: event, after: checkpoint, since: generation)
        } else {
          return
        }
      }
      if step == .elsewhere { try await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private func end(of page: LanePage, after checkpoint: Checkpoint) -> Checkpoint {
    Checkpoint(lane: lane.lane, position: page.end, shared: checkpoint.shared)
  }

  private func apply(
    _ page: LanePage, after checkpoint: Checkpoint, since generation: Int
  ) async throws -> ConsumerLane.Step {
    do {
      return try await apply(page, after: checkpoint, since: generation, isIsolating: false)
    } catch  where NewDeadLetter.isTheEvents(error) {
      return try await apply(page, after: checkpoint, since: generation, isIsolating: true)
    }
  }

  private func apply(
    _ page: LanePage, after checkpoint: Checkpoint, since generation: Int, isIsolating: Bool
  ) async throws -> ConsumerLane.Step {
    let unreadable = lane.unreadable(page)
    let new = try await withLock(at: checkpoint, since: generation) { connection in
      try DeadLetterStore.add(unreadable, on: connection)
      let new = try await consumer.apply(
        page, after: checkpoint, isIsolating: isIsolating, on: connection)
      try DeadLetterStore.add(new, on: connection)
      try lane.checkpoints.move(to: end(of: page, after: checkpoint), on: connection)
      return new
    }
    guard let new else { return .elsewhere }
    lane.report(unreadable + new)
    return .moved(page.count)
  }

  /// Applies an event of lane 0 piece by piece. The checkpoint moves with the last piece. An
  /// interrupted run starts over.
  private func apply(
    shared event: RecordedEvent, after checkpoint: Checkpoint, since generation: Int
  ) async throws -> ConsumerLane.Step {
    var progress: SharedProgress?
    while true {
      let piece: SharedPiece?
      do {
        piece = try await apply(
          shared: event, after: checkpoint, since: generation, from: progress, isIsolating: false)
      } catch  where NewDeadLetter.isTheEvents(error) {
        piece = try await apply(
          shared: event, after: checkpoint, since: generation, from: progress, isIsolating: true)
      }
      guard let piece else { return .elsewhere }
      lane.report(piece.deadLetters)
      guard let end = piece.end else { return .passedShared }
      progress = end
    }
  }

  /// Moves the checkpoint past events of lane 0 that no rule reads.
  private func pass(
    recordsUpTo end: Int64, after checkpoint: Checkpoint, since generation: Int
  ) async throws -> ConsumerLane.Step {
    let moved = try await withLock(at: checkpoint, since: generation) { connection in
      var reached = checkpoint
      reached.shared = end
      try lane.checkpoints.move(to: reached, on: connection)
      return true
    }
    return moved == nil ? .elsewhere : .passedShared
  }

  private func apply(
    shared event: RecordedEvent, after checkpoint: Checkpoint, since generation: Int,
    from progress: SharedProgress?, isIsolating: Bool
  ) async throws -> SharedPiece? {
    try await withLock(at: checkpoint, since: generation) { connection in
      let piece = try await consumer.apply(
        shared: event, after: checkpoint, from: progress, isIsolating: isIsolating, on: connection)
      try DeadLetterStore.add(piece.deadLetters, on: connection)
      if piece.end == nil {
        var reached = checkpoint
        reached.shared = event.id.position
        try lane.checkpoints.move(to: reached, on: connection)
      }
      return piece
    }
  }

  /// Lends a transaction in which the checkpoint is locked. Returns nil, without calling `body`, if
  /// another process has locked or moved it, or if the log has lost commits since a generation: what was read in it may
  /// be among them.
  private func withLock<Result: Sendable>(
    at checkpoint: Checkpoint, since generation: Int,
    _ body: @Sendable (isolated Connection) async throws -> Result
  ) async throws -> Result? {
    try await lane.pool.withTransaction(ConsumerLane.options) { connection in
      guard generation == lane.last.generation,
        try lane.checkpoints.lock(lane.lane, on: connection) == checkpoint
      else { return nil }
      return try await body(connection)
    }
  }
}
