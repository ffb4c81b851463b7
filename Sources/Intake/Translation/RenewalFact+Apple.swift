import AppStore
import Foundation
import Ledger

extension RenewalFact {
  /// Translates Apple's signed renewal info, which names no app. An absent field is an assertion that
  /// the field has no value.
  ///
  /// - Parameter status: the status that stands beside the renewal info; nil if none does.
  init(
    _ verified: Verified<RenewalPayload>, of bundleID: BundleID, status: RenewalStatus?,
    fallback: StoreEnvironment? = nil
  ) throws(TranslationError) {
    let payload = verified.payload
    let environment = try StoreEnvironment(apple: payload.environment) ?? fallback
    self.init(
      chain: ChainID(
        bundleID, try environment.required("environment"),
        OriginalTransactionID(
          try payload.originalTransactionId.required("originalTransactionId"))),
      plan: try RenewalPlan(payload),
      gracePeriodExpiresDate: Asserted(
        signed: payload.gracePeriodExpiresDate.map(Instant.init(apple:))),
      isInBillingRetry: Asserted(signed: payload.isInBillingRetryPeriod),
      expirationIntent: Asserted(signed: payload.expirationIntent),
      priceIncreaseStatus: Asserted(signed: payload.priceIncreaseStatus),
      nextOffer: Asserted(
        signed: Offer(
          apple: payload.offerType, identifier: payload.offerIdentifier,
          discountType: payload.offerDiscountType, period: payload.offerPeriod)),
      status: status, trust: .signed,
      assertedAt: Instant(apple: try payload.signedDate.required("signedDate")))
  }
}

extension RenewalPlan {
  fileprivate init(_ payload: RenewalPayload) throws(TranslationError) {
    self.init(
      productID: ProductID(try payload.productId.required("productId")),
      autoRenewProductID: payload.autoRenewProductId.map(ProductID.init(rawValue:)),
      autoRenew: payload.autoRenewStatus.map { $0 == 1 },
      renewalDate: payload.renewalDate.map(Instant.init(apple:)))
    renewalPrice = try MoneyBound.price(payload.renewalPrice, "renewalPrice")
    currency = payload.currency
    appAccountToken = payload.appAccountToken.flatMap(UUID.init(uuidString:))
    appTransactionID = payload.appTransactionId.map(AppTransactionID.init(rawValue:))
    recentSubscriptionStartDate = payload.recentSubscriptionStartDate.map(Instant.init(apple:))
    renewalBillingPlanType = payload.renewalBillingPlanType
    commitment = try payload.commitmentInfo.map { info throws(TranslationError) in
      CommitmentRenewal(
        productID: info.commitmentAutoRenewProductId.map(ProductID.init(rawValue:)),
        autoRenew: info.commitmentAutoRenewStatus.map { $0 == 1 },
        billingPlanType: info.commitmentRenewalBillingPlanType,
        renewalDate: info.commitmentRenewalDate.map(Instant.init(apple:)),
        price: try MoneyBound.price(info.commitmentRenewalPrice, "commitmentRenewalPrice"))
    }
    eligibleWinBackOfferIDs = payload.eligibleWinBackOfferIds ?? []
  }
}
