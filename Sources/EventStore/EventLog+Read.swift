package import Ledger
import Postgres

extension EventLog {
  /// The next events of a lane after a position, in order.
  package func events(
    lane: Int16, after position: Int64, limit: Int
  ) async throws -> [RecordedEvent] {
    try await read(EventStatements.eventsOfLane, lane, position, Int64(limit))
  }

  /// The next events of a stream after a position of its lane, in order.
  package func events(
    of stream: StreamID, after position: Int64 = 0, limit: Int
  ) async throws -> [RecordedEvent] {
    try await read(
      EventStatements.eventsOfStream, lane(of: stream), stream.key, position, Int64(limit))
  }

  /// One event; nil where there is none.
  package func event(_ id: EventID) async throws -> RecordedEvent? {
    try await read(EventStatements.eventsByID, [id.lane], [id.position]).first
  }

  private func read(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> [RecordedEvent] {
    try await events(of: Array(try await rows(statement, parameters)))
  }

  /// The events that rows hold, with the words and the contents they refer to.
  func events(of rows: [Row]) async throws -> [RecordedEvent] {
    let stored = try rows.map(StoredRow.init)
    let originals = try await originals(of: stored)
    let words = (stored + originals.values).reduce(into: Set()) { $0.formUnion($1.wordIDs) }
    let texts = try await self.words.texts(of: words)
    return try stored.map { row in
      try row.event(texts, reasserting: row.reasserts.flatMap { originals[$0] })
    }
  }

  /// The rows whose content these reassert.
  func originals(of stored: [StoredRow]) async throws -> [EventID: StoredRow] {
    let ids = Set(stored.compactMap(\.reasserts)).sorted()
    guard !ids.isEmpty else { return [:] }
    let found = try await rows(
      EventStatements.eventsByID, [ids.map(\.lane), ids.map(\.position)])
    let originals = try found.map(StoredRow.init).map { ($0.id, $0) }
    return Dictionary(uniqueKeysWithValues: originals)
  }

  func rows(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?]
  ) async throws -> Rows {
    try await pool.withConnection { connection in
      try await connection.query(statement, parameters)
    }
  }
}
