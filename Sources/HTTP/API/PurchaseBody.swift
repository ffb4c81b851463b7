package import Ledger

/// The JSON form of a purchase chain at a moment.
package struct PurchaseBody: Encodable, Sendable {
  let originalTransactionId: String
  let environment: StoreEnvironment
  let app: String
  let account: Nullable<String>
  let subscription: Nullable<SubscriptionBody>
  let transactions: [TransactionBody]
  private(set) var position: String

  /// Leaves out what was bought after the moment, and revocations dated after it.
  ///
  /// - Parameter catalogs: those of the app, which tell the group of a subscription where Apple did not.
  package init(
    _ chain: ChainState, of account: AccountID?, at moment: Instant, catalogs: Catalogs,
    position: PositionToken
  ) {
    originalTransactionId = chain.chain.originalTransactionID.rawValue
    environment = chain.chain.environment
    app = chain.chain.bundleID.rawValue
    self.account = Nullable(account?.rawValue)
    subscription = Nullable(
      SubscriptionStatuses.evaluate(chain, at: moment, catalogs: catalogs)
        .map(SubscriptionBody.init))
    let missing = chain.transactionsMissingPrice
    transactions = chain.asTold.transactions.values
      .filter { $0.purchase.purchaseDate <= moment }
      .sorted { $0.moment < $1.moment }
      .map {
        TransactionBody($0, isPriceMissing: missing.contains($0.transactionID), at: moment)
      }
    self.position = position.description
  }

  /// The purchase without the position of the answer.
  var content: PurchaseBody {
    var content = self
    content.position = ""
    return content
  }
}

extension TransactionState {
  fileprivate var moment: (Instant, TransactionID) { (purchase.purchaseDate, transactionID) }
}

/// One transaction of a chain. `price` is in milliunits of `currency`.
struct TransactionBody: Encodable, Sendable {
  let transactionId: String
  let productId: String
  let type: String
  let purchaseDate: String
  let expiresDate: Nullable<String>
  @Nullable private(set) var price: Int64?
  @Nullable private(set) var currency: String?
  /// True while a charge that Apple signed has no price; absent otherwise.
  let priceMissing: Bool?
  let quantity: Int32
  let ownership: String
  @Nullable private(set) var offer: OfferBody?
  let isUpgraded: Bool
  let revocation: Nullable<RevocationBody>
  @Nullable private(set) var storefront: String?
  let confirmedAt: String
  let because: [String]

  init(_ transaction: TransactionState, isPriceMissing: Bool, at moment: Instant) {
    let purchase = transaction.purchase
    transactionId = transaction.transactionID.rawValue
    productId = purchase.productID.rawValue
    type = purchase.type.rawValue
    purchaseDate = purchase.purchaseDate.description
    expiresDate = Nullable(transaction.expiresDate?.description)
    price = purchase.price
    currency = purchase.currency
    priceMissing = isPriceMissing ? true : nil
    quantity = purchase.quantity
    ownership = purchase.ownership.rawValue
    offer = purchase.offer.map(OfferBody.init)
    isUpgraded = transaction.isUpgraded
    let revocation = transaction.revocation(at: moment)
    self.revocation = Nullable(revocation.map(RevocationBody.init))
    storefront = purchase.storefront
    confirmedAt = transaction.confirmedAt.description
    because = transaction.because.map(\.description)
  }
}

/// A refund or the end of family sharing, in Apple's words. `percentage` is in milliunits of a
/// percent.
struct RevocationBody: Encodable, Sendable {
  let date: String
  @Nullable private(set) var reason: Int32?
  @Nullable private(set) var type: String?
  @Nullable private(set) var percentage: Int32?

  init(_ revocation: Revocation) {
    date = revocation.date.description
    reason = revocation.reason
    type = revocation.type
    percentage = revocation.percentage
  }
}
