import Foundation
import Ledger
import Postgres

/// The columns that several kinds of events share.
extension EventRow {
  func chain() throws(StoredEventError) -> ChainID {
    ChainID(
      try storeEnvironment(),
      OriginalTransactionID(try required(self[.originalTransactionID], "original_transaction_id")))
  }

  mutating func set(_ chain: ChainID) {
    environment = chain.environment.rawValue
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
    try setExtra([key: content])
  }

  /// Decodes column `extra`; returns nil if the column is null.
  func extra<Content: Decodable>(_: Content.Type) throws(StoredEventError) -> Content? {
    guard let extra else { return nil }
    do {
      return try JSONDecoder().decode(Content.self, from: Data(extra.text.utf8))
    } catch {
      throw .incomplete("column extra cannot be read")
    }
  }

  /// Writes column `extra` with sorted keys.
  mutating func setExtra(_ content: some Encodable) throws(StoredEventError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      extra = JSONText(String(decoding: try encoder.encode(content), as: UTF8.self))
    } catch {
      throw .incomplete("column extra cannot be written")
    }
  }
}
