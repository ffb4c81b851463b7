import AppStore
import Foundation
import Ledger

extension TransactionFact {
  /// Translates Apple's signed transaction.
  ///
  /// A signed payload asserts the absence of a revocation and of an upgrade. It says nothing of another
  /// field that it leaves out. Payloads from before
  /// February 2022 name no environment; `fallback` is the environment of the surrounding
  /// notification.
  init(
    _ verified: Verified<TransactionPayload>, fallback: StoreEnvironment? = nil
  ) throws(TranslationError) {
    let payload = verified.payload
    let transactionID = try payload.transactionId.required("transactionId")
    let environment = try StoreEnvironment(apple: payload.environment) ?? fallback
    self.init(
      chain: ChainID(
        BundleID(try payload.bundleId.required("bundleId")),
        try environment.required("environment"),
        OriginalTransactionID(payload.originalTransactionId ?? transactionID)),
      transactionID: TransactionID(transactionID),
      purchase: Purchase(try Purchase.Fields(payload)),
      expiresDate: payload.expiresDate.map { .present(Instant(apple: $0)) } ?? .silent,
      isUpgraded: payload.isUpgraded ?? false,
      revocation: Asserted(signed: Revocation(payload)),
      trust: .signed,
      assertedAt: Instant(apple: try payload.signedDate.required("signedDate")))
  }
}

extension Purchase.Fields {
  fileprivate init(_ payload: TransactionPayload) throws(TranslationError) {
    self.init(
      productID: ProductID(try payload.productId.required("productId")),
      type: payload.type.map(ProductType.init(rawValue:)) ?? .untold,
      subscriptionGroupID: payload.subscriptionGroupIdentifier.map(
        SubscriptionGroupID.init(rawValue:)),
      purchaseDate: Instant(apple: try payload.purchaseDate.required("purchaseDate")),
      originalPurchaseDate: payload.originalPurchaseDate.map(Instant.init(apple:)),
      quantity: payload.quantity,
      ownership: payload.inAppOwnershipType.map(Ownership.init(rawValue:)))
    reason = payload.transactionReason
    storefront = payload.storefront
    storefrontID = payload.storefrontId
    price = try MoneyBound.price(payload.price, "price")
    currency = payload.currency
    offer = Offer(
      apple: payload.offerType, identifier: payload.offerIdentifier,
      discountType: payload.offerDiscountType, period: payload.offerPeriod)
    webOrderLineItemID = payload.webOrderLineItemId
    appAccountToken = payload.appAccountToken.flatMap(UUID.init(uuidString:))
    appTransactionID = payload.appTransactionId.map(AppTransactionID.init(rawValue:))
    billingPlanType = payload.billingPlanType
    commitment = try Commitment(payload.commitmentInfo)
    bundle = SubscriptionBundle(
      productID: payload.bundleProductId.map(ProductID.init(rawValue:)),
      transactionID: payload.bundleTransactionId.map(TransactionID.init(rawValue:)),
      originalTransactionID: payload.bundleOriginalTransactionId.map(
        OriginalTransactionID.init(rawValue:)),
      subscriptionGroupID: payload.bundleSubscriptionGroupIdentifier.map(
        SubscriptionGroupID.init(rawValue:)))
    previousOriginalTransactionID = payload.previousOriginalTransactionId.map(
      OriginalTransactionID.init(rawValue:))
  }
}

extension Commitment {
  /// Returns nil unless Apple named the number of the period and of all periods.
  fileprivate init?(_ info: TransactionPayload.CommitmentInfo?) throws(TranslationError) {
    guard let info, let period = info.billingPeriodNumber, let periods = info.totalBillingPeriods
    else { return nil }
    self.init(
      period: period, of: periods,
      expiresDate: info.commitmentExpiresDate.map(Instant.init(apple:)),
      price: try MoneyBound.price(info.commitmentPrice, "commitmentPrice"))
  }
}

extension Revocation {
  fileprivate init?(_ payload: TransactionPayload) {
    guard let date = payload.revocationDate else { return nil }
    self.init(
      date: Instant(apple: date), reason: payload.revocationReason, type: payload.revocationType,
      percentage: payload.revocationPercentage)
  }
}

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
        BundleID(bundleID),
        try StoreEnvironment(apple: payload.receiptType, field: "receiptType")
          .required("receiptType"), OriginalTransactionID(id)),
      transactionID: TransactionID(id), purchase: purchase,
      expiresDate: .absent, isUpgraded: false, revocation: .silent, trust: .signed,
      assertedAt: Instant(apple: try payload.receiptCreationDate.required("receiptCreationDate")))
  }
}
