import EventStore
package import Ledger
package import Postgres

/// A transactional consumer that processes each event by itself, so that a retry needs no order.
package protocol EventwiseConsumer: TransactionalConsumer {
  /// Processes events of a lane. Processing an event twice has no further effect.
  func process(
    _ events: [RecordedEvent], in lane: Int16, on connection: isolated Connection
  ) throws
}

extension EventwiseConsumer {
  package func apply(
    _ page: LanePage, after checkpoint: Checkpoint, isIsolating: Bool,
    on connection: isolated Connection
  ) async throws -> [NewDeadLetter] {
    guard isIsolating else {
      try process(page.events, in: page.lane, on: connection)
      return []
    }
    return try isolate(page.events, in: page.lane, on: connection)
  }

  package func retry(
    _ deadLetters: [DeadLetter], of name: ConsumerName, in lane: ConsumerLane
  ) async throws -> Int {
    let (events, unreadable) = try await lane.read(deadLetters, of: name)
    return try await lane.holding { connection, _ in
      let rejected = try isolate(events, in: lane.lane, on: connection)
      try lane.deadLetters.explain(unreadable + rejected, on: connection)
      let done = Set(events.map(\.id.position)).subtracting(rejected.map(\.id.position))
      try lane.deadLetters.remove(Array(done), of: name, on: connection)
      return done.count
    }
  }

  private func isolate(
    _ events: [RecordedEvent], in lane: Int16, on connection: isolated Connection
  ) throws -> [NewDeadLetter] {
    try IsolatedWrite.write(events, for: name, on: connection) { events, connection in
      try process(events, in: lane, on: connection)
    }
  }
}
