import Foundation
import Ledger
import Postgres

/// A row as read, with ids in place of strings.
struct StoredRow: RowDecodable {
  let id: EventID
  let recordedAt: Instant
  private let environmentID: Int32
  private let columnStringIDs: ColumnValues<StringColumn, Int32>
  private let blank: EventRow

  init(_ columns: inout ColumnReader) throws {
    try self.init(columns.next(), &columns)
  }

  /// Reads the columns after the id.
  init(_ id: EventID, _ columns: inout ColumnReader) throws {
    self.id = id
    let stream: UUID = try columns.next()
    let assertedAt = try columns.next(Instant.self)
    recordedAt = try columns.next(Instant.self)
    let type: Int16 = try columns.next()
    guard let kind = EventType(rawValue: type) else {
      throw StoredEventError.unknownType(type)
    }
    let schemaVersion: Int16 = try columns.next()
    guard let trust = Trust(rawValue: try columns.next()) else {
      throw StoredEventError.incomplete("column trust holds an unknown number")
    }
    let groups: Int16 = try columns.next()
    let flags: Int16 = try columns.next()
    environmentID = try columns.next()
    columnStringIDs = try ColumnValues { try columns.next() }
    var event = EventRow(kind, stream: stream, assertedAt: assertedAt)
    event.schemaVersion = schemaVersion
    event.trust = trust
    event.assertedGroups = groups
    event.flags = flags
    event.numbers = try ColumnValues { try columns.next() }
    event.price = try columns.next()
    event.moments = try ColumnValues { try columns.next() }
    event.accountToken = try columns.next()
    event.notification = try columns.next()
    event.digest = try Digest(stored: columns.next())
    event.evidence = try columns.next()
    event.reasserts = try columns.next()
    event.account = try columns.next()
    event.texts = try ColumnValues { try columns.next() }
    event.extra = try columns.next()
    blank = event
  }

  var stringIDs: [Int32] { [environmentID] + columnStringIDs.values.compactMap(\.self) }

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
    row.strings = try columnStringIDs.map { try text($0, texts) }
    return row
  }

  private func text(_ id: Int32, _ texts: [Int32: String]) throws -> String {
    guard let text = texts[id] else { throw StoredEventError.unknownString(id) }
    return text
  }
}

extension Digest {
  /// Reads a stored digest. Throws if the bytes are not a digest.
  fileprivate init(stored bytes: [UInt8]) throws(StoredEventError) {
    guard bytes.count == 32 else { throw .incomplete("a digest has not 32 bytes") }
    self.init(bytes: bytes)
  }
}

/// An error for a stored row that cannot be read as an event. It indicates damage or a newer
/// writer.
package enum StoredEventError: Error, Hashable, Sendable {
  case unknownType(Int16)
  case unknownSchemaVersion(Int16)
  case unknownString(Int32)
  case incomplete(String)

  /// Returns nil for an error in reaching the row rather than in the row itself.
  init?(reading error: any Error) {
    switch error {
    case let error as StoredEventError: self = error
    case PostgresError.decoding(let column, let reason):
      self = .incomplete("column \(column) cannot be read: \(reason)")
    case is DecodingError: self = .incomplete("column extra cannot be read")
    default: return nil
    }
  }
}
