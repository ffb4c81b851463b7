import AppStore
import Ledger

extension RenewalFact {
  /// Translates an item of `pending_renewal_info`. Returns nil if it names no product.
  ///
  /// Grace, expiration intent and price consent are asserted, absent or present, because Apple leaves
  /// out what does not apply. Other fields are silent where they are missing.
  init?(
    _ renewal: PendingRenewal, of bundleID: BundleID, in environment: StoreEnvironment,
    assertedAt: Instant
  ) {
    guard let product = renewal.productID ?? renewal.autoRenewProductID else { return nil }
    self.init(
      chain: ChainID(
        bundleID, environment, OriginalTransactionID(renewal.originalTransactionID)),
      plan: RenewalPlan(
        productID: ProductID(product),
        autoRenewProductID: renewal.autoRenewProductID.map(ProductID.init(rawValue:)),
        autoRenew: renewal.autoRenewStatus),
      gracePeriodExpiresDate: Asserted(
        signed: renewal.gracePeriodExpiresDate.map(Instant.init(apple:))),
      isInBillingRetry: renewal.isInBillingRetryPeriod.map(Asserted.present) ?? .silent,
      expirationIntent: Asserted(signed: renewal.expirationIntent),
      priceIncreaseStatus: Asserted(signed: renewal.priceIncreaseStatus),
      nextOffer: renewal.nextOffer.map(Asserted.present) ?? .silent,
      trust: .sharedSecret, assertedAt: assertedAt)
  }

  /// Translates the fields with which notifications before 2021 told of a renewal. Returns nil if
  /// they name neither a setting nor a product.
  init?(
    _ told: NotificationV1, of chain: ChainID, product: ProductID?, assertedAt: Instant
  ) {
    let next = told.autoRenewProductID.map(ProductID.init(rawValue:))
    guard told.autoRenewStatus != nil || next != nil, let product = product ?? next else {
      return nil
    }
    self.init(
      chain: chain,
      plan: RenewalPlan(
        productID: product, autoRenewProductID: next, autoRenew: told.autoRenewStatus),
      gracePeriodExpiresDate: .silent, isInBillingRetry: .silent,
      expirationIntent: told.expirationIntent.map(Asserted.present) ?? .silent,
      priceIncreaseStatus: .silent, nextOffer: .silent, trust: .sharedSecret,
      assertedAt: assertedAt)
  }
}

extension PendingRenewal {
  private static let promotional: Int32 = 2
  private static let code: Int32 = 3

  fileprivate var nextOffer: Offer? {
    if let promotionalOfferID {
      return Offer(type: Self.promotional, identifier: promotionalOfferID)
    }
    return offerCodeRefName.map { Offer(type: Self.code, identifier: $0) }
  }
}
