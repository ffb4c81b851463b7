import AppStore
import Ledger

/// The transactions of one app that one source told at one moment, without a signed transaction.
struct UnsignedStatement: Sendable {
  /// The largest distance between the cancellation of an upgraded period and the purchase that
  /// replaced it. They are the same moment; Apple's servers may differ by seconds.
  private static let upgradeDistanceMax: Duration = .seconds(60)

  let environment: StoreEnvironment
  let bundleID: BundleID
  let trust: Trust
  let assertedAt: Instant
  private let transactions: [UnsignedTransaction]

  init(
    _ transactions: [UnsignedTransaction], of bundleID: BundleID, in environment: StoreEnvironment,
    trust: Trust, assertedAt: Instant
  ) {
    self.transactions = transactions
    self.bundleID = bundleID
    self.environment = environment
    self.trust = trust
    self.assertedAt = assertedAt
  }

  /// Creates the statement of a verified app receipt, made when Apple created the receipt.
  init(_ receipt: AppReceipt) {
    self.init(
      receipt.purchases.map { UnsignedTransaction($0) }, of: BundleID(receipt.bundleID),
      in: StoreEnvironment(receipt), trust: .receipt,
      assertedAt: Instant(apple: receipt.creationDate))
  }

  /// The facts of the transactions, in their order.
  ///
  /// The source asserts an expiry only if it names one. It asserts the cancellation, absent or
  /// present: `cancellation_date` is missing from what was not canceled. The cancellation of an
  /// upgraded period is no refund.
  var facts: [TransactionFact] {
    transactions.map { transaction in
      let isUpgraded = isUpgraded(transaction)
      return TransactionFact(
        chain: ChainID(bundleID, environment, transaction.originalTransactionID),
        transactionID: transaction.transactionID, purchase: Purchase(Purchase.Fields(transaction)),
        expiresDate: transaction.expiresDate.map(Asserted.present) ?? .silent,
        isUpgraded: isUpgraded ? true : nil,
        revocation: Asserted(signed: isUpgraded ? nil : Revocation(transaction)),
        trust: trust, assertedAt: assertedAt)
    }
  }

  /// Returns true if the source says so, or shows it: another product of the subscription was bought
  /// at the moment of the cancellation, within the canceled period. Old receipts have no field for
  /// it. Source: Apple's text on the receipt field 1712.
  private func isUpgraded(_ transaction: UnsignedTransaction) -> Bool {
    if transaction.isUpgraded == true { return true }
    guard let canceled = transaction.cancellationDate, let end = transaction.expiresDate,
      canceled < end
    else { return false }
    return transactions.contains { other in
      other.originalTransactionID == transaction.originalTransactionID
        && other.productID != transaction.productID && other.expiresDate != nil
        && abs((other.purchaseDate - canceled).milliseconds)
          <= Self.upgradeDistanceMax.milliseconds
    }
  }
}

extension Purchase.Fields {
  fileprivate init(_ transaction: UnsignedTransaction) {
    self.init(
      productID: transaction.productID, type: transaction.type,
      subscriptionGroupID: transaction.subscriptionGroupID,
      purchaseDate: transaction.purchaseDate,
      originalPurchaseDate: transaction.originalPurchaseDate, quantity: transaction.quantity,
      ownership: transaction.ownership)
    offer = transaction.offer
    webOrderLineItemID = transaction.webOrderLineItemID
  }
}

extension Revocation {
  fileprivate init?(_ transaction: UnsignedTransaction) {
    guard let date = transaction.cancellationDate else { return nil }
    self.init(date: date, reason: transaction.cancellationReason)
  }
}

extension StoreEnvironment {
  init(_ receipt: AppReceipt) {
    guard let environment = StoreEnvironment(rawValue: receipt.jwsEnvironment) else {
      preconditionFailure("a verified receipt names an environment of the App Store or of Xcode")
    }
    self = environment
  }

  init(_ environment: ServerAPIEnvironment) {
    self =
      switch environment {
      case .production: .production
      case .sandbox: .sandbox
      }
  }
}
