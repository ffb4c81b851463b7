import AppStore
import Ledger

extension TransactionFact {
  /// Translates Apple's signed AppTransaction into the purchase of the app itself. Its chain has the
  /// customer's `appTransactionId`, which Get Transaction History accepts as well, and its product is
  /// the app.
  init(_ verified: Verified<AppTransactionPayload>) throws(TranslationError) {
    let payload = verified.payload
    let id = try payload.appTransactionId.required("appTransactionId")
    let bundleID = try payload.bundleId.required("bundleId")
    let purchased = try payload.originalPurchaseDate.required("originalPurchaseDate")
    var purchase = Purchase(
      productID: ProductID(bundleID), type: .app, purchaseDate: Instant(apple: purchased))
    purchase.appTransactionID = AppTransactionID(id)
    purchase.download = AppDownload(
      originalVersion: payload.originalApplicationVersion,
      originalPlatform: payload.originalPlatform,
      preorderDate: payload.preorderDate.map(Instant.init(apple:)))
    self.init(
      chain: ChainID(
        try StoreEnvironment(apple: payload.receiptType, field: "receiptType")
          .required("receiptType"), OriginalTransactionID(id)),
      bundleID: BundleID(bundleID), transactionID: TransactionID(id), purchase: purchase,
      expiresDate: .absent, isUpgraded: false, revocation: .silent, trust: .signed,
      assertedAt: Instant(apple: try payload.receiptCreationDate.required("receiptCreationDate")))
  }
}
