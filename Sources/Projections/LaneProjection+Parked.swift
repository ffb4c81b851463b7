import EventStore
import Ledger
import Postgres

/// How a lane deals with events that cannot be taken in.
extension LaneProjection {
  static let retryMax = 100

  /// Tries parked events after a position again, a bounded number of them; returns the last of them,
  /// nil when there is none, and how many were taken in.
  func retry(after position: Int64) async throws -> (last: Int64?, taken: Int) {
    let parked = try await parked(after: position, limit: Self.retryMax)
    guard let last = parked.last else { return (nil, 0) }
    let standing = try await checkpoints.found(lane)
    let (belated, unreadable) = try await read(parked)
    let taken = try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      let reached = try checkpoints.hold(lane, on: connection)
      let fitting = belated.filter { !$0.isOrdered || reached == standing }
      let refused = try await writeByHalves(fitting, after: reached ?? standing, on: connection)
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
  func writeByHalves(
    _ events: [BelatedEvent], after standing: Standing, on connection: isolated Connection
  ) async throws -> [Refusal] {
    var refused: [Refusal] = []
    var bisection = Bisection(refused: events.count)
    while let part = bisection.next {
      try connection.script("savepoint part")
      do {
        try await projection.write(
          events[part].flatMap(\.all), after: standing, isBelated: true, on: connection)
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
