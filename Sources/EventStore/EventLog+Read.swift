import Foundation
package import Ledger
import Postgres

extension EventLog {
  /// Returns the next events of a lane after a position, in order.
  package func events(
    lane: Int16, after position: Int64, limit: Int
  ) async throws -> [RecordedEvent] {
    try await read(.eventsOfLane, lane, position, Int64(limit))
  }

  /// Returns the next events of a stream after a position of its lane, in order.
  package func events(
    of stream: StreamID, after position: Int64 = 0, limit: Int
  ) async throws -> [RecordedEvent] {
    try await read(.eventsOfStream, lane(of: stream), stream.key, position, Int64(limit))
  }

  /// Returns all events of a stream after a position of its lane and up to another, in order.
  package func events(
    of stream: StreamID, after position: Int64 = 0, upTo end: Int64 = .max
  ) async throws -> [RecordedEvent] {
    try await reader.events(
      of: StreamPlace(stream, among: installation.laneCount), after: position, upTo: end)
  }

  /// Returns the events of these types in these streams, each stream in order.
  package func events(
    of streams: [StreamID], ofTypes types: [EventType]
  ) async throws -> [RecordedEvent] {
    guard !streams.isEmpty else { return [] }
    let keys = streams.map(\.key)
    return try await read(.eventsOfKinds, keys.map(lane(of:)), keys, types.map(\.rawValue))
  }

  /// Returns the events that are stored under these keys, whatever their lanes.
  package func events(keyed keys: [EventKey]) async throws -> [RecordedEvent] {
    let places = lanes.flatMap { lane in keys.map { (lane: lane, key: $0) } }
    let found = try await rows(
      .eventKeysFind, [places.map(\.lane), places.map(\.key.moment), places.map(\.key.key)]
    ).decode((Int16, Instant, UUID, Int64, Instant).self)
    let rows = try await rows(.eventsByID, [found.map(\.0), found.map(\.3)])
    return try await reader.events(of: Array(rows))
  }

  /// Returns one event; nil if there is none.
  package func event(_ id: EventID) async throws -> RecordedEvent? {
    try await read(.eventsByID, [id.lane], [id.position]).first
  }

  private func read(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> [RecordedEvent] {
    try await reader.events(of: Array(try await reader.rows(statement, parameters)))
  }

  /// Returns the rows of a statement whose plan depends on the contents of the tables.
  func rows(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?]
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }
}
