/// The renewal information of a subscription chain to sign, with Apple's field names. Fields that
/// are nil are left out.
///
/// Dates are in milliseconds since 1970, prices in milliunits of the currency.
package struct SignableRenewal: Encodable, Sendable {
  package var originalTransactionId: String
  package var productId: String
  package var autoRenewProductId: String
  /// The auto-renew status: 0 off, 1 on.
  package var autoRenewStatus: Int32 = 1
  package var renewalDate: Int64?
  package var renewalPrice: Int64?
  package var currency: String?
  package var expirationIntent: Int32?
  package var isInBillingRetryPeriod: Bool?
  package var gracePeriodExpiresDate: Int64?
  package var priceIncreaseStatus: Int32?
  package var offerType: Int32?
  package var offerIdentifier: String?
  package var offerDiscountType: String?
  package var offerPeriod: String?
  package var eligibleWinBackOfferIds: [String]?
  package var recentSubscriptionStartDate: Int64?
  package var appAccountToken: String?
  package var appTransactionId: String?
  package var signedDate: Int64
  package var environment: String
  package var renewalBillingPlanType: String?
  package var commitmentInfo: CommitmentInfo?

  package struct CommitmentInfo: Encodable, Sendable {
    package var commitmentAutoRenewProductId: String
    package var commitmentAutoRenewStatus: Int32
    package var commitmentRenewalBillingPlanType: String
    package var commitmentRenewalDate: Int64
    package var commitmentRenewalPrice: Int64

    package init(
      commitmentAutoRenewProductId: String, commitmentAutoRenewStatus: Int32 = 1,
      commitmentRenewalBillingPlanType: String = "MONTHLY", commitmentRenewalDate: Int64,
      commitmentRenewalPrice: Int64
    ) {
      self.commitmentAutoRenewProductId = commitmentAutoRenewProductId
      self.commitmentAutoRenewStatus = commitmentAutoRenewStatus
      self.commitmentRenewalBillingPlanType = commitmentRenewalBillingPlanType
      self.commitmentRenewalDate = commitmentRenewalDate
      self.commitmentRenewalPrice = commitmentRenewalPrice
    }
  }

  /// Creates the renewal information of a chain; the next product is the same unless one is given.
  package init(
    originalTransactionId: String, productId: String, autoRenewProductId: String? = nil,
    renewalDate: Int64? = nil, signedDate: Int64, environment: String = "Sandbox"
  ) {
    self.originalTransactionId = originalTransactionId
    self.productId = productId
    self.autoRenewProductId = autoRenewProductId ?? productId
    self.renewalDate = renewalDate
    self.signedDate = signedDate
    self.environment = environment
  }
}
