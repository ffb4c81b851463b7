import EventProcessing
import EventStore
import Ledger
import Postgres
import Projections

/// A reader that selects every event by a query of its own, and gives each fifty to the folds of all
/// projections.
struct SingleRows {
  private static let lane: Int16 = 1
  private static let eventsAtOnce: Int64 = 50

  let log: EventLog
  let pool: Pool

  /// Reads a lane from its beginning until a moment, and takes back what the folds wrote. Returns the
  /// number of events.
  func run(until end: Double) async throws -> Int64 {
    do {
      return try await pool.withTransaction { connection -> Int64 in
        var position: Int64 = 0
        while now() < end, case let next = try await read(after: position, on: connection),
          next > position
        {
          position = next
        }
        throw Finished(position: position)
      }
    } catch let finished as Finished {
      return finished.position
    }
  }

  /// Reads and folds the next events. Returns the position of the last one.
  private func read(after position: Int64, on connection: isolated Connection) async throws -> Int64
  {
    var events: [RecordedEvent] = []
    for next in position + 1...position + Self.eventsAtOnce {
      guard let event = try await log.reading.event(EventID(lane: Self.lane, position: next)) else {
        break
      }
      events.append(event)
    }
    let last = position + Int64(events.count)
    _ = try await ProjectionConsumer(log).apply(
      LanePage(lane: Self.lane, events: events, unreadable: [], end: last),
      after: Checkpoint(lane: Self.lane, position: position, shared: 0), isIsolating: false,
      on: connection)
    return last
  }
}

private struct Finished: Error {
  let position: Int64
}
