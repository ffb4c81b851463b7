import Foundation
import Ledger
import Postgres

/// A row encoded for writing, in the binary form of type `event_row`.
///
/// A row is encoded once in the request's own task and passed on by reference, so that the writer, which
/// serves all requests, only copies bytes.
final class EncodedRow: Sendable {
  let stream: UUID
  let assertedAt: Instant
  let digest: Digest
  let account: UUID?
  private let schemaVersion: Int16
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
    assertedAt = row.assertedAt
    digest = row.digest
    account = row.account
    schemaVersion = row.schemaVersion
    trust = row.trust
    self.environmentID = environmentID
    fields = CompositeFields(row, environmentID, strings)
  }

  /// Returns the row that records only that the content of this one was asserted again.
  var reasserted: EncodedRow {
    var row = EventRow(.reasserted, stream: stream, assertedAt: assertedAt)
    row.schemaVersion = schemaVersion
    row.trust = trust
    row.digest = digest
    return EncodedRow(row, environmentID, ColumnValues())
  }
}

/// A row with its assigned place.
struct PlacedRow: Sendable {
  let id: EventID
  let key: EventKey
  let row: EncodedRow
  /// The position of the event that carries this row's evidence.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?

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
  }
}
