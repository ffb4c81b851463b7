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
    try await read(EventStatements.eventByID, id.lane, id.position).first
  }

  /// The bytes received from which events of this lane were translated; nil where there are none.
  package func evidence(_ digest: Digest, lane: Int16) async throws -> [UInt8]? {
    let rows = try await pool.withConnection { connection in
      try await connection.query(EventStatements.evidenceRead, lane, digest.bytes)
    }
    guard let row = rows.first else { return nil }
    let encoding: Int16 = try row.get(0)
    switch EvidenceEncoding(rawValue: encoding) {
    case .asReceived: return try row.get(1)
    case nil: throw StoredEventError.incomplete("evidence is written in an unknown encoding")
    }
  }

  private func read(
    _ statement: Statement, _ parameters: (any PostgresEncodable)?...
  ) async throws -> [RecordedEvent] {
    let rows = try await pool.withConnection { [parameters] connection in
      try await connection.query(statement, parameters)
    }
    let stored = try rows.map(StoredRow.init)
    let texts = try await words.texts(of: stored.reduce(into: []) { $0.formUnion($1.wordIDs) })
    return try stored.map { try $0.event(texts) }
  }
}
