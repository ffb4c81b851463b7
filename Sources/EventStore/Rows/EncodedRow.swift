import Foundation
import Ledger
import Postgres

/// A row encoded for writing, in the binary form of type `event_row`.
///
/// A row is encoded once in the request's own task and passed on by reference, so that the writer, which
/// serves all requests, only copies bytes.
final class EncodedRow: Sendable {
  let stream: UUID
  let account: UUID?
  private let trust: Trust
  private let environmentID: Int32
  /// The columns from `stream` on; those before are known once the row has its place.
  fileprivate let fields: CompositeFields

  /// Returns nil if a string of the row has no id among these.
  convenience init?(_ row: EventRow, stringIDs: [InternedString: Int32]) {
    guard let environmentID = stringIDs[InternedString(row.environment)] else { return nil }
    var strings = ColumnValues<StringColumn, Int32>()
    for column in StringColumn.allCases {
      guard let text = row[column] else { continue }
      guard let id = stringIDs[InternedString(text)] else { return nil }
      strings[column] = id
    }
    self.init(row, environmentID, strings)
  }

  private init(
    _ row: EventRow, _ environmentID: Int32, _ strings: ColumnValues<StringColumn, Int32>
  ) {
    stream = row.stream
    account = row.account
    trust = row.trust
    self.environmentID = environmentID
    fields = CompositeFields(row, environmentID, strings)
  }

  /// Returns the row that records only that the content of an event of this one was asserted again.
  func reasserting(_ event: Draft.Event) -> EncodedRow {
    var row = EventRow(.reasserted, stream: stream, assertedAt: event.assertedAt)
    row.trust = trust
    row.digest = event.digest
    return EncodedRow(row, environmentID, ColumnValues())
  }
}

/// An event of a placed row.
struct PlacedEvent: Sendable {
  let id: EventID
  let key: EventKey
  let assertedAt: Instant
  let digest: Digest
}

/// A row with its assigned place.
struct PlacedRow: Sendable {
  /// The events of the row at consecutive positions.
  let events: [PlacedEvent]
  let row: EncodedRow
  /// The position of the event that carries this row's evidence.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?

  /// The id of the row: that of its last event, so that no reader passes events that it has not seen.
  var id: EventID { events[events.count - 1].id }

  /// The position of the first event; nil if there is one event only.
  var firstPosition: Int64? { events.count > 1 ? events[0].id.position : nil }

  var place: StreamPlace { StreamPlace(lane: id.lane, stream: row.stream) }
}

extension CompositeArray {
  /// Encodes placed rows.
  ///
  /// - Parameter rowType: the database's number of type `event_row`.
  init(_ placed: [PlacedRow], recordedAt: Instant, rowType: UInt32) {
    self.init(of: rowType, reservingBytes: placed.count * 700)
    for row in placed {
      var place = CompositeFields(reservingBytes: 80)
      place.append(row.id.lane)
      place.append(row.id.position)
      place.append(row.firstPosition)
      place.append(recordedAt)
      place.append(row.evidence)
      place.append(row.reasserts)
      append(place, row.row.fields)
    }
  }
}

extension CompositeFields {
  fileprivate init(
    _ row: EventRow, _ environmentID: Int32, _ strings: ColumnValues<StringColumn, Int32>
  ) {
    self.init(reservingBytes: 640)
    append(row.stream)
    append(row.assertedAt)
    append(row.type.rawValue)
    append(row.schemaVersion)
    append(row.trust.rawValue)
    append(row.assertedGroups)
    append(row.flags)
    append(environmentID)
    for value in strings.values { append(value) }
    for value in row.numbers.values { append(value) }
    append(row.price)
    for value in row.moments.values { append(value) }
    append(row.accountToken)
    append(row.notification)
    append(row.digest.bytes)
    append(row.account)
    for value in row.texts.values { append(value) }
    append(row.extra)
    append(row.details)
    append(row.renewalPrice)
    append(row.renewalAccountToken)
    append(row.renewalExtra)
  }
}
