/// `JWSRenewalInfoDecodedPayload`: what Apple signed about the future of one subscription chain.
///
/// It names neither bundle nor transaction.
/// https://developer.apple.com/documentation/appstoreserverapi/jwsrenewalinfodecodedpayload
package struct RenewalPayload: AppleSigned, Hashable {
  package let originalTransactionId: String?
  package let productId: String?
  package let autoRenewProductId: String?
  /// 0 off, 1 on.
  package let autoRenewStatus: Int32?
  package let renewalDate: Timestamp?
  /// Milliunits of `currency` for the next period, offers included.
  package let renewalPrice: Int64?
  package let currency: String?
  /// 1 cancelled, 2 billing error, 3 no consent to a price increase, 4 product unavailable, 5
  /// other.
  package let expirationIntent: Int32?
  package let isInBillingRetryPeriod: Bool?
  package let gracePeriodExpiresDate: Timestamp?
  /// 0 consent asked and not given yet, 1 given or not needed.
  package let priceIncreaseStatus: Int32?
  /// The offer of the next period.
  package let offerType: Int32?
  package let offerIdentifier: String?
  package let offerDiscountType: String?
  package let offerPeriod: String?
  /// Best first.
  package let eligibleWinBackOfferIds: [String]?
  /// Never a base for days of paid service: Apple forbids it.
  package let recentSubscriptionStartDate: Timestamp?
  /// A UUID in either case; compare it without regard to case.
  package let appAccountToken: String?
  package let appTransactionId: String?
  package let signedDate: Timestamp?
  package let environment: String?
  package let renewalBillingPlanType: String?
  package let commitmentInfo: CommitmentInfo?
  package let deviceVerification: String?
  package let deviceVerificationNonce: String?

  package static let signingTimeField = "signedDate"
  package var signingTime: Timestamp? { signedDate }

  /// What follows when a commitment of twelve months ends.
  package struct CommitmentInfo: Decodable, Sendable, Hashable {
    package let commitmentAutoRenewProductId: String?
    /// 0 off, 1 on.
    package let commitmentAutoRenewStatus: Int32?
    package let commitmentRenewalBillingPlanType: String?
    package let commitmentRenewalDate: Timestamp?
    /// Milliunits.
    package let commitmentRenewalPrice: Int64?
  }
}
