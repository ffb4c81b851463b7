import Ledger

/// The columns that several kinds of events share.
extension EventRow {
  func chain() throws(StoredEventError) -> ChainID {
    ChainID(
      try storeEnvironment(),
      OriginalTransactionID(try required(originalTransactionID, "original_transaction_id")))
  }

  mutating func set(_ chain: ChainID) {
    environment = chain.environment.rawValue
    originalTransactionID = chain.originalTransactionID.rawValue
  }

  func storeEnvironment() throws(StoredEventError) -> StoreEnvironment {
    try required(StoreEnvironment(rawValue: environment), "environment")
  }

  mutating func set(_ environment: StoreEnvironment, _ app: BundleID?) {
    self.environment = environment.rawValue
    self.app = app?.rawValue
  }

  func bundleID() throws(StoredEventError) -> BundleID {
    BundleID(try required(app, "app"))
  }

  func owner() throws(StoredEventError) -> AccountReference {
    AccountReference(key: try required(account, "account"))
  }

  var offer: Offer? {
    offerType.map {
      Offer(
        type: $0, identifier: offerIdentifier, discountType: offerDiscount, period: offerPeriod)
    }
  }

  mutating func set(_ offer: Offer?) {
    offerType = offer?.type
    offerIdentifier = offer?.identifier
    offerDiscount = offer?.discountType
    offerPeriod = offer?.period
  }

  /// Returns a column that this kind of event always fills.
  func required<Value>(
    _ value: Value?, _ column: String
  ) throws(StoredEventError) -> Value {
    guard let value else { throw .incomplete("column \(column) is empty") }
    return value
  }
}
