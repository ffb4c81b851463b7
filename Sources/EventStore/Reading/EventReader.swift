import Ledger
import Postgres

/// A reader that decodes stored rows into events. It resolves interned strings and reasserted
/// contents.
struct EventReader: Sendable {
  private static let pageMax = 1_000

  private let source: QuerySource
  private let strings: StringTable

  init(pool: Pool, strings: StringTable) {
    self.init(source: .pool(pool), strings: strings)
  }

  private init(source: QuerySource, strings: StringTable) {
    self.source = source
    self.strings = strings
  }

  /// Returns a reader that asks only this connection, also for interned strings: for a transaction
  /// that holds locks and must not wait for another connection.
  func asking(_ connection: Connection) -> EventReader {
    EventReader(source: .connection(connection), strings: strings)
  }

  func rows(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?]
  ) async throws -> Rows {
    try await source.query(statement, parameters)
  }

  /// Returns the answers to calls that are sent in one round trip.
  func answers(to calls: [Call]) async throws -> [Rows] { try await source.query(calls) }

  /// Returns the events of rows, in order. A row may hold several events. Throws `UnreadableEvent`, which
  /// names the event, for a row that this version cannot read.
  func events(of rows: [Row]) async throws -> [RecordedEvent] {
    do {
      return try await decodedEvents(of: rows)
    } catch {
      guard let reason = StoredEventError(reading: error), let first = rows.first else {
        throw error
      }
      if rows.count == 1 { throw UnreadableEvent(id: try RowPlace(of: first).id, reason: reason) }
      for row in rows { _ = try await events(of: [row]) }
      throw error
    }
  }

  private func decodedEvents(of rows: [Row]) async throws -> [RecordedEvent] {
    let stored = try rows.map { try $0.decode(StoredRow.self) }
    let originals = try await originals(of: stored)
    let strings = (stored + originals.values).reduce(into: Set()) { $1.addStringIDs(to: &$0) }
    let texts = try await self.strings.texts(of: strings, from: source)
    return try stored.flatMap { row in
      try row.events(texts, reasserting: row.reasserts.flatMap { originals[$0] })
    }
  }

  /// Returns the rows whose content these rows reassert, by the ids of the reasserted events.
  func originals(of stored: [StoredRow]) async throws -> [EventID: StoredRow] {
    let ids = Set(stored.compactMap(\.reasserts)).sorted()
    guard !ids.isEmpty else { return [:] }
    let found = try await rows(.eventsByID, [ids.map(\.lane), ids.map(\.position)])
    var originals: [EventID: StoredRow] = [:]
    for row in found {
      let place = try RowPlace(of: row)
      let reasserted = place.ids.first(where: ids.contains) ?? place.id
      let original = try StoredEventError.naming(reasserted) { try row.decode(StoredRow.self) }
      for id in place.ids { originals[id] = original }
    }
    return originals
  }

  /// Returns all events of a stream after a position of its lane and up to another. Reads page by
  /// page.
  func events(
    of place: StreamPlace, after position: Int64 = 0, upTo end: Int64 = .max
  ) async throws -> [RecordedEvent] {
    var events: [RecordedEvent] = []
    while true {
      let page = try await self.events(
        of: Array(
          try await rows(
            .eventsOfStream,
            [
              place.lane, place.stream, events.last?.id.position ?? position, Int64(Self.pageMax),
            ])))
      events += page.filter { $0.id.position > position && $0.id.position <= end }
      if page.count < Self.pageMax || page.last.map({ $0.id.position >= end }) ?? true {
        return events
      }
    }
  }
}

/// The session that answers the queries of a reader.
enum QuerySource: Sendable {
  /// Any session of a pool, once one is free.
  case pool(Pool)
  /// One session, for queries within its transaction. No query waits for another session.
  case connection(Connection)

  func query(
    _ statement: Statement, _ parameters: [(any PostgresEncodable)?] = []
  ) async throws -> Rows {
    try await query([Call(statement, parameters: parameters)])[0]
  }

  func query(_ calls: [Call]) async throws -> [Rows] {
    switch self {
    case .pool(let pool): try await pool.query(calls)
    case .connection(let connection): try await connection.query(calls)
    }
  }
}
