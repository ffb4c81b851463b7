import EventStore
import Foundation
import Ledger
import Postgres

/// One lane of a projection: takes in what was recorded since its checkpoint, and what was parked.
///
/// Rows, checkpoint and park change in one transaction. An event that cannot be read or written is
/// parked with its reason, and everything around it is taken in: the join does not mind the order,
/// and `BelatedEvent` minds it where there is one.
struct LaneProjection: Sendable {
  typealias Page = [Result<RecordedEvent, UnreadableEvent>]

  /// What one step did.
  struct Step: Equatable {
    /// How many events the checkpoint moved over, at most `Projector.batchMax`.
    var count = 0
    /// Those of them that were parked.
    var parked: [Refusal] = []
    /// Whether there may be more to take in.
    var goesOn = false
  }

  let lane: Int16
  let pool: Pool
  let log: EventLog
  let projection: any Projection

  var parking: Parking { Parking(lane: lane, projection: projection.name.rawValue) }
  var checkpoints: Checkpoints { Checkpoints(pool: pool, log: log, projection: projection) }

  /// Takes in one batch at most. Does nothing where another projector has the lane.
  ///
  /// An event of lane 0 is taken in after all that was recorded before it, and before all that came
  /// later: lane 0 is read after the lane, so that it is never the one that lags.
  func advance() async throws -> Step {
    let standing = try await checkpoints.found(lane)
    var page = try await log.page(
      lane: lane, after: standing.position, limit: Projector.batchMax)
    var isCut = page.count == Projector.batchMax
    if let streams = projection as? StreamProjection {
      if standing.position == 0, isCut {
        do {
          return try await build(streams.fold, from: standing)
        } catch is BrokenPromise {
          // an event that cannot be read is parked on the way that goes event by event
        }
      }
      if let common = try await log.nextCommon(after: standing.commons) {
        page = Array(page.prefix { $0.isRecorded(before: common) })
        guard !page.isEmpty else { return try await take(common, by: streams, after: standing) }
        isCut = true
      }
    }
    guard !page.isEmpty else { return Step() }
    var step = try await take(page, after: standing)
    step.goesOn = isCut && step.count > 0
    return step
  }

  private func take(_ page: Page, after standing: Standing) async throws -> Step {
    do {
      return try await take(page, after: standing) { events, connection in
        try await projection.write(
          events, after: standing, isBelated: false, on: connection)
        return []
      }
    } catch  where Refusal.isTheEvents(error) {
      return try await take(page, after: standing) { events, connection in
        try await writeByHalves(
          events.map { BelatedEvent($0) }, after: standing, on: connection)
      }
    }
  }

  private func take(
    _ page: Page, after standing: Standing,
    writing: @Sendable ([RecordedEvent], isolated Connection) async throws -> [Refusal]
  ) async throws -> Step {
    let (events, unreadable) = page.split()
    return try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      guard let last = page.last, try checkpoints.lock(lane, on: connection) == standing else {
        return Step()
      }
      try parking.park(unreadable, on: connection)
      let refused = try await writing(events, connection)
      try parking.park(refused, on: connection)
      var reached = standing
      reached.position = last.id.position
      try checkpoints.move(to: reached, on: connection)
      return Step(count: page.count, parked: unreadable + refused)
    }
  }
}

extension LaneProjection.Page {
  /// What can be read, and what cannot.
  func split() -> ([RecordedEvent], [Refusal]) {
    var events: [RecordedEvent] = []
    var unreadable: [Refusal] = []
    for event in self {
      switch event {
      case .success(let event): events.append(event)
      case .failure(let event): unreadable.append(Refusal(event))
      }
    }
    return (events, unreadable)
  }
}

extension Result<RecordedEvent, UnreadableEvent> {
  /// What cannot be read is in nobody's way.
  fileprivate func isRecorded(before common: RecordedEvent) -> Bool {
    switch self {
    case .success(let event): event.recordedAt < common.recordedAt
    case .failure: true
    }
  }
}
