import EventStore
import Foundation
import Ledger
import Postgres

/// One lane of a projection: applies the events after its checkpoint and retries its dead letters.
///
/// Rows, checkpoint and dead letters change in one transaction. An event that cannot be read or
/// written is dead-lettered with its reason, and the events around it are applied: the join is
/// independent of the order, and `OutOfOrderEvent` restores the order where it matters.
struct LaneProjection: Sendable {
  typealias Page = [Result<RecordedEvent, UnreadableEvent>]

  /// The result of one step.
  struct Step: Equatable {
    /// The number of events that the checkpoint passed: at most `Projector.batchMax`, except in the
    /// first build of a lane.
    var count = 0
    /// The dead letters among these events.
    var deadLetters: [NewDeadLetter] = []
    /// True if there may be more events to apply.
    var goesOn = false
  }

  let lane: Int16
  let pool: Pool
  let log: EventLog
  let projection: any Projection

  var deadLetterStore: DeadLetterStore {
    DeadLetterStore(lane: lane, projection: projection.name.rawValue)
  }
  var checkpoints: Checkpoints { Checkpoints(pool: pool, log: log, projection: projection) }

  /// Applies at most one batch. Does nothing if another projector has locked the lane.
  ///
  /// An event of lane 0 is applied after all events that were recorded before it, and before all
  /// later ones. Lane 0 is read after the lane, so that it is never the one that lags.
  func advance() async throws -> Step {
    let checkpoint = try await checkpoints.read(lane)
    var page = try await log.page(
      lane: lane, after: checkpoint.position, limit: Projector.batchMax)
    var isCut = page.count == Projector.batchMax
    if let streams = projection as? StreamProjection {
      if checkpoint.position == 0, isCut {
        do {
          return try await build(streams.fold, from: checkpoint)
        } catch is BrokenPromise {
          // applying event by event dead-letters an event that cannot be read
        }
      }
      if let common = try await log.nextCommon(after: checkpoint.shared) {
        page = Array(page.prefix { $0.isRecorded(before: common) })
        guard !page.isEmpty else { return try await apply(common, by: streams, after: checkpoint) }
        isCut = true
      }
    }
    guard !page.isEmpty else { return Step() }
    var step = try await apply(page, after: checkpoint)
    step.goesOn = isCut && step.count > 0
    return step
  }

  private func apply(_ page: Page, after checkpoint: Checkpoint) async throws -> Step {
    do {
      return try await apply(page, after: checkpoint) { events, connection in
        try await projection.write(
          events, after: checkpoint, isOutOfOrder: false, on: connection)
        return []
      }
    } catch  where NewDeadLetter.isTheEvents(error) {
      return try await apply(page, after: checkpoint) { events, connection in
        try await writeByHalves(
          events.map { OutOfOrderEvent($0) }, after: checkpoint, on: connection)
      }
    }
  }

  private func apply(
    _ page: Page, after checkpoint: Checkpoint,
    writing: @Sendable ([RecordedEvent], isolated Connection) async throws -> [NewDeadLetter]
  ) async throws -> Step {
    let (events, unreadable) = page.split()
    return try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      guard let last = page.last, try checkpoints.lock(lane, on: connection) == checkpoint else {
        return Step()
      }
      try deadLetterStore.add(unreadable, on: connection)
      let newDeadLetters = try await writing(events, connection)
      try deadLetterStore.add(newDeadLetters, on: connection)
      var reached = checkpoint
      reached.position = last.id.position
      try checkpoints.move(to: reached, on: connection)
      return Step(count: page.count, deadLetters: unreadable + newDeadLetters)
    }
  }
}

extension LaneProjection.Page {
  /// Returns the readable events, and a dead letter for each unreadable one.
  func split() -> ([RecordedEvent], [NewDeadLetter]) {
    var events: [RecordedEvent] = []
    var unreadable: [NewDeadLetter] = []
    for event in self {
      switch event {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(NewDeadLetter(event))
      }
    }
    return (events, unreadable)
  }
}

extension Result<RecordedEvent, UnreadableEvent> {
  /// Returns true if the event was recorded before `common`. An unreadable event blocks nothing, so
  /// it counts as earlier.
  fileprivate func isRecorded(before common: RecordedEvent) -> Bool {
    switch self {
    case .success(let event): event.recordedAt < common.recordedAt
    case .failure: true
    }
  }
}
