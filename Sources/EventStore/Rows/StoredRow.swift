import Foundation
import Ledger
import Postgres

/// A row as read, its words still ids.
struct StoredRow {
  private let id: EventID
  private let recordedAt: Instant
  private let environmentID: Int32
  private let columnWordIDs: [Int32?]
  private let blank: EventRow

  init(_ row: Row) throws {
    var reader = RowReader(row)
    id = EventID(lane: try reader.next(), position: try reader.next())
    let stream: UUID = try reader.next()
    let assertedAt = Instant(try reader.next(Timestamp.self))
    recordedAt = Instant(try reader.next(Timestamp.self))
    let type: Int16 = try reader.next()
    guard let kind = EventRow.Kind(rawValue: type) else {
      throw StoredEventError.unknownType(type)
    }
    let schemaVersion: Int16 = try reader.next()
    guard let trust = Trust(rawValue: try reader.next()) else {
      throw StoredEventError.incomplete("column trust holds an unknown number")
    }
    let groups: Int16 = try reader.next()
    let flags: Int16 = try reader.next()
    environmentID = try reader.next()
    var wordIDs: [Int32?] = []
    for _ in EventRow.words { wordIDs.append(try reader.nextOptional()) }
    columnWordIDs = wordIDs
    var event = EventRow(kind, stream: stream, assertedAt: assertedAt)
    event.schemaVersion = schemaVersion
    event.trust = trust
    event.assertedGroups = groups
    event.flags = flags
    try event.readRest(&reader)
    blank = event
  }

  var wordIDs: [Int32] { [environmentID] + columnWordIDs.compactMap(\.self) }

  func event(_ texts: [Int32: String]) throws -> RecordedEvent {
    var row = blank
    row.environment = try text(environmentID, texts)
    for (column, wordID) in zip(EventRow.words, columnWordIDs) {
      row[keyPath: column] = try wordID.map { try text($0, texts) }
    }
    return RecordedEvent(
      id: id, recordedAt: recordedAt, event: try row.event(), evidence: row.evidence)
  }

  private func text(_ id: Int32, _ texts: [Int32: String]) throws -> String {
    guard let text = texts[id] else { throw StoredEventError.unknownWord(id) }
    return text
  }
}

/// Reads columns one after the other.
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
  fileprivate init(_ kind: Kind, stream: UUID, assertedAt: Instant) {
    self.kind = kind
    self.stream = stream
    self.assertedAt = assertedAt
    environment = ""
    digest = Digest(of: [])
  }

  fileprivate mutating func readRest(_ reader: inout RowReader) throws {
    for column in Self.numbers { self[keyPath: column] = try reader.nextOptional() }
    price = try reader.nextOptional()
    for column in Self.moments {
      self[keyPath: column] = try reader.nextOptional(Timestamp.self).map(Instant.init)
    }
    accountToken = try reader.nextOptional()
    notification = try reader.nextOptional()
    digest = Digest(bytes: try reader.next())
    evidence = try reader.nextOptional([UInt8].self).map(Digest.init(bytes:))
    for column in Self.texts { self[keyPath: column] = try reader.nextOptional() }
    extra = try reader.nextOptional(JSONText.self).map(Extra.init)
  }
}
