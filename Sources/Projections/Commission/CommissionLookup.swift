import EventStore
import Ledger
import Postgres

/// A lookup of the journal of chains that are counted together, by one book over all their events.
struct CommissionLookup {
  let pool: Pool
  let log: EventLog

  func book(
    of places: Set<SharedChains.Place>, upTo position: Position
  ) async throws -> JournalBook {
    var book = JournalBook()
    for event in try await events(of: places, upTo: position) { book.record(event) }
    return book
  }

  /// Returns the events of the chains and of lane 0 in the order of their recording.
  private func events(
    of places: Set<SharedChains.Place>, upTo position: Position
  ) async throws -> [RecordedEvent] {
    var events = try await log.reading.shared(upTo: position.lanes[0] ?? 0)
    for (lane, places) in Dictionary(grouping: places, by: \.lane) {
      let current = try await Replay(pool: pool, log: log, of: .commission).extent(lane: lane)
      events += try await pool.withConnection { connection in
        try await log.streams.events(
          ofStreams: places.map(\.stream), lane: lane, upTo: position.lanes[lane] ?? 0,
          passing: current.deadLetters, on: connection)
      }.compactMap(\.event)
    }
    return events.sorted { ($0.recordedAt, $0.id) < ($1.recordedAt, $1.id) }
  }
}
