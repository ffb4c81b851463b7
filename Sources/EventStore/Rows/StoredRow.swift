import Foundation
package import Ledger
import Postgres

/// A row as read, with ids in place of strings. It is large and read-only, so that it is shared and
/// not copied.
final class StoredRow: RowDecodable, Sendable {
  let place: RowPlace
  let recordedAt: Instant
  private let environmentID: Int32
  private let columnStringIDs: ColumnValues<StringColumn, Int32>
  private let blank: EventRow

  convenience init(_ columns: inout ColumnReader) throws {
    try self.init(columns.next(RowPlace.self), &columns)
  }

  /// Reads the columns behind the place.
  init(_ place: RowPlace, _ columns: inout ColumnReader) throws {
    self.place = place
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
    var event = EventRow(kind, stream: place.stream, assertedAt: assertedAt)
    event.schemaVersion = schemaVersion
    event.trust = trust
    event.assertedGroups = groups
    event.flags = flags
    event.firstPosition = place.firstPosition
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
    event.details = try columns.next()
    event.renewalPrice = try columns.next()
    event.renewalAccountToken = try columns.next()
    event.renewalExtra = try columns.next()
    blank = event
  }

  /// The id of the row's last event.
  var id: EventID { place.id }

  /// Adds the ids of the row's strings to others.
  func addStringIDs(to ids: inout Set<Int32>) {
    ids.insert(environmentID)
    for case let id? in columnStringIDs.values { ids.insert(id) }
  }

  /// The id of the row whose content this row reasserts, in the same lane.
  var reasserts: EventID? {
    blank.reasserts.map { EventID(lane: id.lane, position: $0) }
  }

  var schemaVersion: Int16 { blank.schemaVersion }
  /// False for a row of another version of the program, which has columns in another sense.
  var hasKnownVersion: Bool { blank.schemaVersion == blank.type.rowVersion }

  /// The position of the event that carries this row's evidence.
  var evidence: Int64? { blank.evidence }

  /// The ids of the events in order.
  var ids: [EventID] { place.ids }

  /// Returns the events in order, given the strings and the reasserted row, if there is one. Throws for
  /// an event of another stream than the row's, because a fold accepts the events of one stream only.
  func events(
    _ texts: [Int32: String], reasserting original: StoredRow?
  ) throws -> [RecordedEvent] {
    let contents = try contents(texts, reasserting: original)
    let evidence = evidence.map { EventID(lane: id.lane, position: $0) }
    return try zip(ids, contents).map { id, event in
      guard event.stream.key == blank.stream else {
        throw StoredEventError.incomplete("column stream is not that of the content")
      }
      return RecordedEvent(
        id: id, recordedAt: recordedAt, event: event, evidence: evidence, reasserts: reasserts)
    }
  }

  /// Returns the contents of the events in order. Throws unless there is one for each position of the
  /// row.
  func contents(
    _ texts: [Int32: String], reasserting original: StoredRow?
  ) throws -> [LedgerEvent] {
    let row = try row(texts)
    guard row.eventCount == ids.count else {
      guard hasKnownVersion else { throw StoredEventError.unknownSchemaVersion(schemaVersion) }
      throw StoredEventError.incomplete("column first_position does not fit the number of events")
    }
    if let original, let position = row.reasserts {
      let content = try StoredEventError.naming(EventID(lane: id.lane, position: position)) {
        try original.content(at: position, texts)
      }
      return [try row.event(reasserting: content)]
    }
    return try JoinedRow.split(row).map { row throws(StoredEventError) in try row.event() }
  }

  /// Returns the content of the event at one of the row's positions.
  private func content(at position: Int64, _ texts: [Int32: String]) throws -> LedgerEvent {
    let rows = JoinedRow.split(try row(texts))
    guard let index = ids.firstIndex(where: { $0.position == position }),
      rows.indices.contains(index)
    else { throw StoredEventError.incomplete("no event stands at position \(position)") }
    return try rows[index].event()
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
package indirect enum StoredEventError: Error, Hashable, Sendable {
  case unknownType(Int16)
  case unknownSchemaVersion(Int16)
  case unknownString(Int32)
  case incomplete(String)
  /// The event itself is whole: the one whose content it reasserts cannot be read.
  case reasserted(EventID, StoredEventError)

  /// Reads an error; nil for one in reaching the row rather than in the row itself.
  package init?(reading error: any Error) {
    switch error {
    case let error as StoredEventError: self = error
    case let event as UnreadableEvent: self = event.reason
    case PostgresError.decoding(let column, let name, let reason):
      self = .incomplete("column \(name ?? "\(column)") cannot be read: \(reason)")
    case is DecodingError: self = .incomplete("column extra cannot be read")
    default: return nil
    }
  }

  /// Returns what is read of the event that another one reasserts. An error in it names that event.
  static func naming<Value>(_ reasserted: EventID, _ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      guard let reason = StoredEventError(reading: error) else { throw error }
      throw StoredEventError.reasserted(reasserted, reason)
    }
  }
}

extension StoredEventError: CustomStringConvertible {
  /// The reason in few words, without anything of the content.
  package var description: String {
    switch self {
    case .unknownType(let type): "unknown type \(type)"
    case .unknownSchemaVersion(let version): "unknown schema version \(version)"
    case .unknownString(let word): "unknown word \(word)"
    case .incomplete(let what): what
    case .reasserted(let id, let reason):
      "it reasserts event \(id), which cannot be read: \(reason)"
    }
  }
}
