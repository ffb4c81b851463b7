import Foundation
import Ledger
import Postgres

/// An event as the columns of table `event`, with strings instead of ids.
struct EventRow: Equatable {
  let type: EventType
  var schemaVersion: Int16 = 1
  let stream: UUID
  let assertedAt: Instant
  var trust: Trust = .signed
  var assertedGroups: Int16 = 0
  var flags: Int16 = 0
  var environment = ""
  var strings = ColumnValues<StringColumn, String>()
  var numbers = ColumnValues<NumberColumn, Int32>()
  var price: Int64?
  var moments = ColumnValues<MomentColumn, Instant>()
  var accountToken: UUID?
  var notification: UUID?
  var digest = Digest(of: [])
  /// The position of the event that carries this event's evidence.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?
  var account: UUID?
  var texts = ColumnValues<TextColumn, String>()
  /// The fields that few events have, as JSON.
  var extra: JSONText?

  init(_ type: EventType, stream: UUID, assertedAt: Instant) {
    self.type = type
    self.stream = stream
    self.assertedAt = assertedAt
  }

  /// Throws if the content cannot be written as JSON.
  init(_ event: LedgerEvent) throws(StoredEventError) {
    let content = event.stored
    self.init(event.type, stream: content.stream.key, assertedAt: content.assertedAt)
    digest = content.digest
    try content.write(to: &self)
  }

  subscript(column: StringColumn) -> String? {
    get { strings[column] }
    set { strings[column] = newValue }
  }

  subscript(column: NumberColumn) -> Int32? {
    get { numbers[column] }
    set { numbers[column] = newValue }
  }

  subscript(column: MomentColumn) -> Instant? {
    get { moments[column] }
    set { moments[column] = newValue }
  }

  subscript(column: TextColumn) -> String? {
    get { texts[column] }
    set { texts[column] = newValue }
  }

  /// Returns the first column except `extra` that differs; nil if these columns are equal.
  func firstDifference(from other: EventRow) -> String? {
    let pairs = [
      ("type", type == other.type), ("schema_version", schemaVersion == other.schemaVersion),
      ("stream", stream == other.stream), ("asserted_at", assertedAt == other.assertedAt),
      ("trust", trust == other.trust), ("asserted_groups", assertedGroups == other.assertedGroups),
      ("flags", flags == other.flags), ("environment", environment == other.environment),
      ("price", price == other.price), ("account_token", accountToken == other.accountToken),
      ("notification", notification == other.notification), ("digest", digest == other.digest),
      ("evidence", evidence == other.evidence), ("reasserts", reasserts == other.reasserts),
      ("account", account == other.account),
    ]
    return pairs.first { !$0.1 }?.0
      ?? strings.firstDifference(from: other.strings)
      ?? numbers.firstDifference(from: other.numbers)
      ?? moments.firstDifference(from: other.moments)
      ?? texts.firstDifference(from: other.texts)
  }
}
