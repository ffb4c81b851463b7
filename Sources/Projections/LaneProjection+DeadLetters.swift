import EventStore
import Ledger
import Postgres

/// The dead letters of a lane, and their retries.
extension LaneProjection {
  static let retryMax = 100

  /// Retries a bounded number of dead letters after a position. Returns the position of the last
  /// one, nil if there is none, and the number of events that were applied.
  func retry(after position: Int64) async throws -> (last: Int64?, taken: Int) {
    let deadLetters = try await deadLetters(after: position, limit: Self.retryMax)
    guard let last = deadLetters.last else { return (nil, 0) }
    let checkpoint = try await checkpoints.read(lane)
    let (outOfOrder, unreadable) = try await read(deadLetters)
    let taken = try await pool.withTransaction(.init(synchronousCommitOff: true)) { connection in
      let reached = try checkpoints.hold(lane, on: connection)
      let fitting = outOfOrder.filter { !$0.isOrdered || reached == checkpoint }
      let newDeadLetters = try await writeByHalves(
        fitting, after: reached ?? checkpoint, on: connection)
      try deadLetterStore.explain(unreadable + newDeadLetters, on: connection)
      let taken = Set(fitting.map(\.event.id)).subtracting(newDeadLetters.map(\.id))
      try deadLetterStore.remove(taken.map(\.position), on: connection)
      return taken.count
    }
    return (last.id.position, taken)
  }

  func deadLetters(after position: Int64, limit: Int) async throws -> [DeadLetter] {
    try await pool.withConnection { connection in
      try await deadLetterStore.read(after: position, limit: limit, on: connection)
    }
  }

  private func read(_ deadLetters: [DeadLetter]) async throws -> (
    [OutOfOrderEvent], [NewDeadLetter]
  ) {
    var outOfOrder: [OutOfOrderEvent] = []
    var unreadable: [NewDeadLetter] = []
    for deadLetter in deadLetters {
      let page = try await log.page(lane: lane, after: deadLetter.id.position - 1, limit: 1)
      let (events, newDeadLetters) = page.split()
      unreadable += newDeadLetters
      for event in events {
        do {
          outOfOrder.append(try await OutOfOrderEvent(event, in: log))
        } catch is StoredEventError {
          continue  // a later event of the stream cannot be read; the retry waits for it
        }
      }
    }
    return (outOfOrder, unreadable)
  }

  /// Writes the events of a batch that was rejected as a whole, by halves. Returns the events that
  /// cannot be written.
  func writeByHalves(
    _ events: [OutOfOrderEvent], after checkpoint: Checkpoint, on connection: isolated Connection
  ) async throws -> [NewDeadLetter] {
    var newDeadLetters: [NewDeadLetter] = []
    var bisection = Bisection(rejected: events.count)
    while let part = bisection.next {
      try connection.script("savepoint part")
      do {
        try await projection.write(
          events[part].flatMap(\.all), after: checkpoint, isOutOfOrder: true, on: connection)
        try connection.script("release savepoint part")
        bisection.accept()
      } catch  where NewDeadLetter.isTheEvents(error) {
        try connection.script("rollback to savepoint part; release savepoint part")
        guard let index = bisection.reject() else { continue }
        if let newDeadLetter = NewDeadLetter(events[index].event.id, writing: error) {
          newDeadLetters.append(newDeadLetter)
        }
      }
    }
    return newDeadLetters
  }
}
