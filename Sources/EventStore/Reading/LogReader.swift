import Foundation
package import Ledger
import Postgres

/// A reader of the events of a log, by lane, stream, type, key and id.
package struct LogReader: Sendable {
  private let events: EventReader
  /// The sessions for statements whose plan depends on the contents of the tables.
  private let planned: QuerySource
  private let laneCount: Int16

  init(_ events: EventReader, planned: Pool, laneCount: Int16) {
    self.events = events
    self.planned = .pool(planned)
    self.laneCount = laneCount
  }

  /// Returns the next events of a lane after a position, in order.
  package func events(lane: Int16, after position: Int64, limit: Int) async throws
    -> [RecordedEvent]
  {
    try await read(.eventsOfLane, lane, position, Int64(limit)).next(limit, after: position)
  }

  /// Returns the next events of a stream after a position of its lane, in order.
  package func events(
    of stream: StreamID, after position: Int64 = 0, limit: Int
  ) async throws -> [RecordedEvent] {
    let place = place(stream)
    return try await read(.eventsOfStream, place.lane, place.stream, position, Int64(limit))
      .next(limit, after: position)
  }

  /// Returns all events of a stream after a position of its lane and up to another, in order.
  package func events(
    of stream: StreamID, after position: Int64 = 0, upTo end: Int64 = .max
  ) async throws -> [RecordedEvent] {
    try await events.events(of: place(stream), after: position, upTo: end)
  }

  /// Returns the events of the shared lane, lane 0, in recording order.
  ///
  /// - Parameter end: the last position of lane 0 to read.
  package func shared(upTo end: Int64 = .max) async throws -> [RecordedEvent] {
    try await events(of: .shared, upTo: end)
  }

  /// Returns all events of these streams up to a position, each stream in order. Later events are read
  /// and left out.
  package func events(
    of streams: [StreamID], upTo end: Position
  ) async throws -> [RecordedEvent] {
    guard !streams.isEmpty else { return [] }
    let places = streams.map(place)
    return try await read(
      .eventsOfStreamsSince, places.map(\.lane), places.map(\.stream), places.map { _ in Int64(0) }
    ).filter { $0.id.position <= end.lanes[$0.id.lane] ?? 0 }
  }

  /// Returns all events of these streams, each stream in order.
  package func events(
    of streams: some Sequence<StreamID>
  ) async throws -> [StreamID: [RecordedEvent]] {
    let places = streams.map(place)
    guard !places.isEmpty else { return [:] }
    let events = try await read(
      .eventsOfStreamsSince, places.map(\.lane), places.map(\.stream), places.map { _ in Int64(0) })
    return Dictionary(grouping: events, by: \.event.stream)
  }

  /// Returns the events of these types in these streams, each stream in order.
  package func events(of streams: [StreamID], ofTypes types: [EventType]) async throws
    -> [RecordedEvent]
  {
    guard !streams.isEmpty else { return [] }
    let places = streams.map(place)
    return try await read(
      .eventsOfKinds, places.map(\.lane), places.map(\.stream), types.map(\.rawValue))
  }

  /// Returns the events that are stored under these keys, whatever their lanes.
  package func events(keyed keys: [EventKey]) async throws -> [RecordedEvent] {
    let places = (1...laneCount).flatMap { lane in
      keys.map { Placement.LaneKey(lane: lane, key: $0) }
    }
    let ids = try await stored(places).map(\.id)
    let rows = try await planned.query(.eventsByID, [ids.map(\.lane), ids.map(\.position)])
    return try await events.events(of: Array(rows)).filter { ids.contains($0.id) }
  }

  /// Returns the first decisions on grants; none for a grant that was not made.
  package func places(of grants: Set<GrantID>) async throws -> [GrantID: GrantPlace] {
    if grants.isEmpty { return [:] }
    let query = GrantKeys.query(of: grants, among: laneCount)
    return try GrantKeys.places(in: try await planned.query(query.statement, query.parameters))
  }

  /// Returns one event; nil if there is none.
  package func event(_ id: EventID) async throws -> RecordedEvent? {
    try await read(.eventsByID, [id.lane], [id.position]).first { $0.id == id }
  }

  /// Returns the ids under which these events are recorded, by their keys; none for an event that is not.
  package func ids(of events: [LedgerEvent]) async throws -> [LedgerEvent: EventID] {
    let places = events.map { event in
      let place = place(event.stream)
      let keys = event.stored.keys(in: place.stream)
      return keys.ofContent.map { Placement.LaneKey(lane: place.lane, key: $0) }
    }
    let ids = Dictionary(
      try await stored(places.flatMap(\.self)).map { ($0.key, $0.id) }, uniquingKeysWith: min)
    return Dictionary(
      zip(events, places).compactMap { event, places in
        places.lazy.compactMap { ids[$0.key] }.first.map { (event, $0) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  private func stored(
    _ places: [Placement.LaneKey]
  ) async throws -> [(key: EventKey, id: EventID)] {
    let rows = try await planned.query(
      .eventKeysFind, [places.map(\.lane), places.map(\.key.moment), places.map(\.key.key)])
    return try rows.decode((Int16, Instant, UUID, Int64, Instant).self)
      .map { lane, moment, key, position, _ in
        (EventKey(moment: moment, key: key), EventID(lane: lane, position: position))
      }
  }

  private func read(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> [RecordedEvent] {
    try await events.events(of: Array(try await events.rows(statement, parameters)))
  }

  private func place(_ stream: StreamID) -> StreamPlace { StreamPlace(stream, among: laneCount) }
}

extension [RecordedEvent] {
  /// Returns so many events after a position. The rows in which they are may hold others beside them.
  fileprivate func next(_ limit: Int, after position: Int64) -> [RecordedEvent] {
    Array(lazy.filter { $0.id.position > position }.prefix(limit))
  }
}
