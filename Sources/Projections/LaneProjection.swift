import EventStore
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
  }

  static let retryMax = 100

  let lane: Int16
  let pool: Pool
  let log: EventLog
  let fold: ChainProjection

  private var parking: Parking { Parking(lane: lane, projection: ChainProjection.name) }

  /// Takes in one batch at most. Does nothing where another projector has the lane.
  func advance() async throws -> Step {
    let position = try await Checkpoints(pool: pool, log: log).found(lane)
    let page = try await log.page(lane: lane, after: position, limit: Projector.batchMax)
    guard !page.isEmpty else { return Step() }
    do {
      return try await take(page, after: position) { events, connection in
        try fold.write(events, on: connection)
        return []
      }
    } catch  where Refusal.isTheEvents(error) {
      return try await take(page, after: position) { events, connection in
        try writeByHalves(events.map { BelatedEvent($0) }, on: connection)
      }
    }
  }

  /// Tries parked events after a position again, a bounded number of them; returns the last of them,
  /// nil when there is none, and how many were taken in.
  func retry(after position: Int64) async throws -> (last: Int64?, taken: Int) {
    let parked = try await parked(after: position, limit: Self.retryMax)
    guard let last = parked.last else { return (nil, 0) }
    let checkpoint = try await Checkpoints(pool: pool, log: log).found(lane)
    let (belated, unreadable) = try await read(parked)
    let taken = try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      let reached = try Checkpoints.hold(lane, on: connection)
      let fitting = belated.filter { !$0.isOrdered || reached == checkpoint }
      let refused = try writeByHalves(fitting, on: connection)
      try parking.explain(unreadable + refused, on: connection)
      let taken = Set(fitting.map(\.event.id)).subtracting(refused.map(\.id))
      try parking.remove(taken.map(\.position), on: connection)
      return taken.count
    }
    return (last.id.position, taken)
  }

  func parked(after position: Int64, limit: Int) async throws -> [ParkedEvent] {
    try await pool.withConnection { connection in
      try await parking.read(after: position, limit: limit, on: connection)
    }
  }

  private func take(
    _ page: Page, after position: Int64,
    writing: @Sendable ([RecordedEvent], isolated Connection) throws -> [Refusal]
  ) async throws -> Step {
    let (events, unreadable) = page.split()
    return try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      guard let last = page.last, try Checkpoints.lock(lane, on: connection) == position else {
        return Step()
      }
      let refused = try unreadable + writing(events, connection)
      try parking.park(refused, on: connection)
      try Checkpoints.move(lane, to: last.id.position, on: connection)
      return Step(count: page.count, parked: refused)
    }
  }

  private func read(_ parked: [ParkedEvent]) async throws -> ([BelatedEvent], [Refusal]) {
    var belated: [BelatedEvent] = []
    var unreadable: [Refusal] = []
    for parked in parked {
      let page = try await log.page(lane: lane, after: parked.id.position - 1, limit: 1)
      let (events, refused) = page.split()
      unreadable += refused
      for event in events {
        do {
          belated.append(try await BelatedEvent(event, in: log))
        } catch is StoredEventError {
          continue  // an event after it cannot be read, and it waits for that one
        }
      }
    }
    return (belated, unreadable)
  }

  /// Writes what can be written and returns the rest; for a batch that was refused as a whole.
  private func writeByHalves(
    _ events: [BelatedEvent], on connection: isolated Connection
  ) throws -> [Refusal] {
    var refused: [Refusal] = []
    var bisection = Bisection(refused: events.count)
    while let part = bisection.next {
      try connection.script("savepoint part")
      do {
        try fold.write(events[part].flatMap(\.all), on: connection)
        try connection.script("release savepoint part")
        bisection.accept()
      } catch  where Refusal.isTheEvents(error) {
        try connection.script("rollback to savepoint part; release savepoint part")
        guard let index = bisection.refuse() else { continue }
        if let refusal = Refusal(events[index].event.id, writing: error) { refused.append(refusal) }
      }
    }
    return refused
  }
}

extension LaneProjection.Page {
  /// What can be read, and what cannot.
  fileprivate func split() -> ([RecordedEvent], [Refusal]) {
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
