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
    let folds = ProjectionConsumer(log)
    var position: Int64 = 0
    do {
      try await pool.withTransaction { connection in
        while now() < end {
          var events: [RecordedEvent] = []
          for next in position + 1...position + Self.eventsAtOnce {
            guard let event = try await log.event(EventID(lane: Self.lane, position: next)) else {
              break
            }
            events.append(event)
          }
          let last = position + Int64(events.count)
          guard last > position else { break }
          _ = try await folds.apply(
            LanePage(lane: Self.lane, events: events, unreadable: [], end: last),
            after: Checkpoint(lane: Self.lane, position: position, shared: 0), isIsolating: false,
            on: connection)
          position = last
        }
        throw Finished()
      }
    } catch is Finished {}
    return position
  }
}

private struct Finished: Error {}
