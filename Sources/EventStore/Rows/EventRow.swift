import Foundation
import JSONBytes
import Ledger
import Postgres

/// A row of table `event`, with strings instead of ids. It holds one event, or a notification and its
/// facts.
struct EventRow: Equatable {
  var type: EventType
  var schemaVersion: Int16
  let stream: UUID
  var assertedAt: Instant
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
  var digest = EventRow.noDigest
  /// The position of the first event; nil if the row holds one event.
  var firstPosition: Int64?
  /// The position of the event that carries this event's evidence.
  var evidence: Int64?
  /// The position of the event with the same content.
  var reasserts: Int64?
  var account: UUID?
  var texts = ColumnValues<TextColumn, String>()
  /// The fields that few events have, as JSON.
  var extra: JSONText?
  /// The content of a notification beside its facts, as JSON.
  var details: JSONText?
  /// The renewal's price in a row that holds a transaction too; so the next two.
  var renewalPrice: Int64?
  var renewalAccountToken: UUID?
  var renewalExtra: JSONText?

  private static let noDigest = Digest(of: [])

  init(_ type: EventType, stream: UUID, assertedAt: Instant) {
    self.type = type
    schemaVersion = type.rowVersion
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

  /// Returns the columns that differ, except those of JSON.
  func differences(from other: EventRow) -> [String] {
    let pairs = [
      ("type", type == other.type), ("schema_version", schemaVersion == other.schemaVersion),
      ("stream", stream == other.stream), ("asserted_at", assertedAt == other.assertedAt),
      ("trust", trust == other.trust), ("asserted_groups", assertedGroups == other.assertedGroups),
      ("flags", flags == other.flags), ("environment", environment == other.environment),
      ("price", price == other.price), ("account_token", accountToken == other.accountToken),
      ("notification", notification == other.notification), ("digest", digest == other.digest),
      ("first_position", firstPosition == other.firstPosition),
      ("evidence", evidence == other.evidence), ("reasserts", reasserts == other.reasserts),
      ("account", account == other.account), ("renewal_price", renewalPrice == other.renewalPrice),
      ("renewal_account_token", renewalAccountToken == other.renewalAccountToken),
    ]
    return pairs.filter { !$0.1 }.map(\.0)
      + strings.differences(from: other.strings) + numbers.differences(from: other.numbers)
      + moments.differences(from: other.moments) + texts.differences(from: other.texts)
  }
}

extension EventRow {
  private static let textMax = 1_024

  /// Returns true for years of four digits. PostgreSQL stores later years too, but not all that 64
  /// bits can express.
  private static func isStorable(_ moment: Instant) -> Bool {
    abs(moment.milliseconds) < 253_402_300_800_000
  }

  /// True if the database can store every moment and text. PostgreSQL stores no NUL and indexes no
  /// long text.
  var isStorable: Bool {
    guard (moments.values + [assertedAt]).allSatisfy({ $0.map(Self.isStorable) ?? true }) else {
      return false
    }
    let texts = [environment] + (strings.values + texts.values).compactMap(\.self)
    return texts.allSatisfy { $0.utf8.count <= Self.textMax && !$0.utf8.contains(0) }
  }
}

/// The columns that several kinds of events share.
extension EventRow {
  func chain() throws(StoredEventError) -> ChainID {
    ChainID(
      try bundleID(), try storeEnvironment(),
      OriginalTransactionID(try required(self[.originalTransactionID], "original_transaction_id")))
  }

  mutating func set(_ chain: ChainID) {
    set(chain.environment, chain.bundleID)
    self[.originalTransactionID] = chain.originalTransactionID.rawValue
  }

  func storeEnvironment() throws(StoredEventError) -> StoreEnvironment {
    try required(StoreEnvironment(rawValue: environment), "environment")
  }

  mutating func set(_ environment: StoreEnvironment, _ app: BundleID?) {
    self.environment = environment.rawValue
    self[.app] = app?.rawValue
  }

  func bundleID() throws(StoredEventError) -> BundleID {
    BundleID(try required(self[.app], "app"))
  }

  func owner() throws(StoredEventError) -> AccountReference {
    AccountReference(key: try required(account, "account"))
  }

  var offer: Offer? {
    guard self[.offerType] != nil || self[.offerDiscount] != nil else { return nil }
    return Offer(
      type: self[.offerType], identifier: self[.offerIdentifier],
      discountType: self[.offerDiscount], period: self[.offerPeriod])
  }

  mutating func set(_ offer: Offer?) {
    self[.offerType] = offer?.type
    self[.offerIdentifier] = offer?.identifier
    self[.offerDiscount] = offer?.discountType
    self[.offerPeriod] = offer?.period
  }

  /// Returns a column that this kind of event always fills.
  func required<Value>(
    _ value: Value?, _ column: String
  ) throws(StoredEventError) -> Value {
    guard let value else { throw .incomplete("column \(column) is empty") }
    return value
  }

  /// Returns the value under the only key of column `extra`.
  func content<Content: Decodable>(under key: String) throws(StoredEventError) -> Content {
    try required(try optionalContent(under: key), "extra")
  }

  /// Returns the value under a key of column `extra`; nil if there is none.
  func optionalContent<Content: Decodable>(
    under key: String
  ) throws(StoredEventError) -> Content? {
    guard let content = try extra([String: Content].self)?[key] else { return nil }
    return content
  }

  mutating func set(_ content: some Encodable, under key: String) throws(StoredEventError) {
    try setExtra(OneMember(key: key, content: content))
  }

  /// Decodes column `extra`; returns nil if the column is null.
  func extra<Content: Decodable>(_: Content.Type) throws(StoredEventError) -> Content? {
    try extra?.content(of: "extra")
  }

  /// Writes column `extra` with sorted keys.
  mutating func setExtra(_ content: some Encodable) throws(StoredEventError) {
    extra = try JSONText(content, of: "extra")
  }
}

/// An object with one member.
private struct OneMember<Content: Encodable>: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  let key: String
  let content: Content

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(content, forKey: Key(stringValue: key))
  }
}

extension JSONText {
  /// Encodes the content of a column with sorted keys.
  init(_ content: some Encodable, of column: String) throws(StoredEventError) {
    do {
      self.init(try JSONBytes.text(content, escapesSlashes: true))
    } catch {
      throw .incomplete("column \(column) cannot be written")
    }
  }

  /// Decodes the content of a column.
  func content<Content: Decodable>(of column: String) throws(StoredEventError) -> Content {
    do {
      return try JSONDecoder().decode(Content.self, from: Data(text.utf8))
    } catch {
      throw .incomplete("column \(column) cannot be read")
    }
  }
}
