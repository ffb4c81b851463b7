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
