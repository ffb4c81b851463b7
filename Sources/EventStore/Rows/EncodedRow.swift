import Foundation
import Ledger
import Postgres

/// A row encoded for writing: values as columns, strings as ids of interned strings.
///
/// A row is encoded once in the request's own task and passed on by reference. Rows are wide, and
/// copying one costs more than writing it.
final class EncodedRow: Sendable {
  let type: EventType
  let schemaVersion: Int16
  let stream: UUID
  let assertedAt: Instant
  let trust: Trust
  let assertedGroups: Int16
  let flags: Int16
  let environmentID: Int32
  let stringIDs: ColumnValues<StringColumn, Int32>
  let numbers: ColumnValues<NumberColumn, Int32>
  let price: Int64?
  let moments: ColumnValues<MomentColumn, Instant>
  let accountToken: UUID?
  let notification: UUID?
  let digest: Digest
  let account: UUID?
  let texts: ColumnValues<TextColumn, String>
  let extra: JSONText?

  init(_ row: EventRow, stringIDs: [InternedString: Int32]) throws(StoredEventError) {
    guard let environmentID = stringIDs[.init(row.environment)] else {
      throw .incomplete("a string just written is not in the string table")
    }
    self.environmentID = environmentID
    type = row.type
    schemaVersion = row.schemaVersion
    stream = row.stream
    assertedAt = row.assertedAt
    trust = row.trust
    assertedGroups = row.assertedGroups
    flags = row.flags
    self.stringIDs = row.strings.map { stringIDs[InternedString($0)] }
    numbers = row.numbers
    price = row.price
    moments = row.moments
    accountToken = row.accountToken
    notification = row.notification
    digest = row.digest
    account = row.account
    texts = row.texts
    extra = row.extra
  }

  /// Encodes a row that only records a reassertion of another row's content.
  init(reasserting row: EncodedRow) {
    type = .reasserted
    schemaVersion = row.schemaVersion
    stream = row.stream
    assertedAt = row.assertedAt
    trust = row.trust
    assertedGroups = 0
    flags = 0
    environmentID = row.environmentID
    stringIDs = ColumnValues()
    numbers = ColumnValues()
    price = nil
    moments = ColumnValues()
    accountToken = nil
    notification = nil
    digest = row.digest
    account = nil
    texts = ColumnValues()
    extra = nil
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
