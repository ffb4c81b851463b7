import Foundation
import Ledger
import Postgres

/// A row as read, with ids in place of strings.
struct StoredRow {
  let id: EventID
  let recordedAt: Instant
  private let environmentID: Int32
  private let columnStringIDs: [Int32?]
  private let blank: EventRow

  init(_ row: Row) throws {
    var reader = RowReader(row)
    id = EventID(lane: try reader.next(), position: try reader.next())
    let stream: UUID = try reader.next()
    let assertedAt = Instant(try reader.next(PostgresTimestamp.self))
    recordedAt = Instant(try reader.next(PostgresTimestamp.self))
    let type: Int16 = try reader.next()
    guard let kind = EventType(rawValue: type) else {
      throw StoredEventError.unknownType(type)
    }
    let schemaVersion: Int16 = try reader.next()
    guard let trust = Trust(rawValue: try reader.next()) else {
      throw StoredEventError.incomplete("column trust holds an unknown number")
    }
    let groups: Int16 = try reader.next()
    let flags: Int16 = try reader.next()
    environmentID = try reader.next()
    var stringIDs: [Int32?] = []
    for _ in EventRow.words { stringIDs.append(try reader.nextOptional()) }
    columnStringIDs = stringIDs
    var event = EventRow(kind, stream: stream, assertedAt: assertedAt)
    event.schemaVersion = schemaVersion
    event.trust = trust
    event.assertedGroups = groups
    event.flags = flags
    try event.readRest(&reader)
    blank = event
  }

  var stringIDs: [Int32] { [environmentID] + columnStringIDs.compactMap(\.self) }

  /// The id of the row whose content this row reasserts, in the same lane.
  var reasserts: EventID? {
    blank.reasserts.map { EventID(lane: id.lane, position: $0) }
  }

  /// The position of the event that carries this row's evidence.
  var evidence: Int64? { blank.evidence }

  /// Returns the event, given the strings and the reasserted row, if there is one. Throws for an
  /// event of another stream than the row's, because a fold accepts the events of one stream only.
  func event(_ texts: [Int32: String], reasserting original: StoredRow?) throws -> RecordedEvent {
    let row = try row(texts)
    let reasserted = try original.map { original in
      try row.event(reasserting: try original.row(texts).event())
    }
    let event = try reasserted ?? row.event()
    guard event.stream.key == row.stream else {
      throw StoredEventError.incomplete("column stream is not that of the content")
    }
    return RecordedEvent(
      id: id, recordedAt: recordedAt, event: event,
      evidence: row.evidence.map { EventID(lane: id.lane, position: $0) }, reasserts: reasserts)
  }

  func row(_ texts: [Int32: String]) throws -> EventRow {
    var row = blank
    row.environment = try text(environmentID, texts)
    for (column, stringID) in zip(EventRow.words, columnStringIDs) {
      row[keyPath: column] = try stringID.map { try text($0, texts) }
    }
    return row
  }

  private func text(_ id: Int32, _ texts: [Int32: String]) throws -> String {
    guard let text = texts[id] else { throw StoredEventError.unknownString(id) }
    return text
  }
}

/// A reader of a row's columns, one after the other.
struct RowReader {
  private let row: Row
  private var column = 0

  init(_ row: Row) {
    self.row = row
  }

  mutating func next<Value: PostgresDecodable>(_: Value.Type = Value.self) throws -> Value {
    defer { column += 1 }
    return try row.get(column, as: Value.self)
  }

  mutating func nextOptional<Value: PostgresDecodable>(
    _: Value.Type = Value.self
  ) throws -> Value? {
    defer { column += 1 }
    return try row.optional(column, as: Value.self)
  }
}

extension EventRow {
  init(_ type: EventType, stream: UUID, assertedAt: Instant) {
    self.type = type
    self.stream = stream
    self.assertedAt = assertedAt
    environment = ""
    digest = Digest(of: [])
  }

  fileprivate mutating func readRest(_ reader: inout RowReader) throws {
    for column in Self.numbers { self[keyPath: column] = try reader.nextOptional() }
    price = try reader.nextOptional()
    for column in Self.moments {
      self[keyPath: column] = try reader.nextOptional(PostgresTimestamp.self).map(Instant.init)
    }
    accountToken = try reader.nextOptional()
    notification = try reader.nextOptional()
    digest = try Digest(stored: reader.next())
    evidence = try reader.nextOptional()
    reasserts = try reader.nextOptional()
    account = try reader.nextOptional()
    for column in Self.texts { self[keyPath: column] = try reader.nextOptional() }
    extra = try reader.nextOptional(JSONText.self).map(Extra.init)
  }
}
