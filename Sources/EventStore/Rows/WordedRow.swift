import Foundation
import Ledger
import Postgres

/// A row made ready to be written: its values as columns, its words as ids of the dictionary.
///
/// Made once in the request's own task and handed on by reference: a row is wide, and copying it costs
/// more than writing it.
final class WordedRow: Sendable {
  let kind: EventRow.Kind
  let schemaVersion: Int16
  let stream: UUID
  let assertedAt: Instant
  let trust: Trust
  let assertedGroups: Int16
  let flags: Int16
  let environmentID: Int32
  let wordIDs: [Int32?]
  let numbers: [Int32?]
  let price: Int64?
  let moments: [Timestamp?]
  let accountToken: UUID?
  let notification: UUID?
  let digest: Digest
  let account: UUID?
  let texts: [String?]
  let extra: EventRow.Extra?

  init(_ row: EventRow, wordIDs: [WordDictionary.Word: Int32]) throws(StoredEventError) {
    guard let environmentID = wordIDs[.init(row.environment)] else {
      throw .incomplete("a word just written is not in the dictionary")
    }
    self.environmentID = environmentID
    kind = row.kind
    schemaVersion = row.schemaVersion
    stream = row.stream
    assertedAt = row.assertedAt
    trust = row.trust
    assertedGroups = row.assertedGroups
    flags = row.flags
    self.wordIDs = row.wordValues.map { word in word.flatMap { wordIDs[.init($0)] } }
    numbers = row.numberValues
    price = row.price
    moments = row.momentValues.map { $0.map(Timestamp.init) }
    accountToken = row.accountToken
    notification = row.notification
    digest = row.digest
    account = row.account
    texts = row.textValues
    extra = row.extra
  }

  /// The row that says only that the content of another was said again.
  init(reasserting row: WordedRow) {
    kind = .reasserted
    schemaVersion = row.schemaVersion
    stream = row.stream
    assertedAt = row.assertedAt
    trust = row.trust
    assertedGroups = 0
    flags = 0
    environmentID = row.environmentID
    wordIDs = EventRow.words.map { _ in nil }
    numbers = EventRow.numbers.map { _ in nil }
    price = nil
    moments = EventRow.moments.map { _ in nil }
    accountToken = nil
    notification = nil
    digest = row.digest
    account = nil
    texts = EventRow.texts.map { _ in nil }
    extra = nil
  }
}

/// A row with the place it was given.
struct PlacedRow: Sendable {
  let id: EventID
  let key: EventKey
  let row: WordedRow
  /// The position of the event that brought the bytes it rests on.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?

  var place: StreamPlace { StreamPlace(lane: id.lane, stream: row.stream) }
}
