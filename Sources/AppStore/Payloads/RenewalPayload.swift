/// `JWSRenewalInfoDecodedPayload`: Apple's signed statement about the future of one subscription
/// chain.
///
/// The payload names neither bundle nor transaction.
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
  /// 1 canceled, 2 billing error, 3 no consent to a price increase, 4 product unavailable, 5
  /// other.
  package let expirationIntent: Int32?
  package let isInBillingRetryPeriod: Bool?
  package let gracePeriodExpiresDate: Timestamp?
  /// 0 consent requested and not given yet, 1 consent given or not needed.
  package let priceIncreaseStatus: Int32?
  /// The offer of the next period.
  package let offerType: Int32?
  package let offerIdentifier: String?
  package let offerDiscountType: String?
  package let offerPeriod: String?
  /// The offers, best first.
  package let eligibleWinBackOfferIds: [String]?
  /// Not a base for days of paid service: Apple forbids this use.
  package let recentSubscriptionStartDate: Timestamp?
  /// A UUID in upper or lower case. Compare the value without regard to case.
  package let appAccountToken: String?
  package let appTransactionId: String?
  package let signedDate: Timestamp?
  package let environment: String?
  package let renewalBillingPlanType: String?
  package let commitmentInfo: CommitmentInfo?
  package let deviceVerification: String?
  package let deviceVerificationNonce: String?

  package init(_ json: JSONObject) throws(JSONError) {
    originalTransactionId = try json.string("originalTransactionId")
    productId = try json.string("productId")
    autoRenewProductId = try json.string("autoRenewProductId")
    autoRenewStatus = try json.integer("autoRenewStatus")
    renewalDate = try json.timestamp("renewalDate")
    renewalPrice = try json.integer("renewalPrice")
    currency = try json.string("currency")
    expirationIntent = try json.integer("expirationIntent")
    isInBillingRetryPeriod = try json.bool("isInBillingRetryPeriod")
    gracePeriodExpiresDate = try json.timestamp("gracePeriodExpiresDate")
    priceIncreaseStatus = try json.integer("priceIncreaseStatus")
    offerType = try json.integer("offerType")
    offerIdentifier = try json.string("offerIdentifier")
    offerDiscountType = try json.string("offerDiscountType")
    offerPeriod = try json.string("offerPeriod")
    eligibleWinBackOfferIds = try json.strings("eligibleWinBackOfferIds")
    recentSubscriptionStartDate = try json.timestamp("recentSubscriptionStartDate")
    appAccountToken = try json.string("appAccountToken")
    appTransactionId = try json.string("appTransactionId")
    signedDate = try json.timestamp("signedDate")
    environment = try json.string("environment")
    renewalBillingPlanType = try json.string("renewalBillingPlanType")
    commitmentInfo = try json.object("commitmentInfo").map(CommitmentInfo.init)
    deviceVerification = try json.string("deviceVerification")
    deviceVerificationNonce = try json.string("deviceVerificationNonce")
  }

  package static let signingTimeField: StaticString = "signedDate"
  package var signingTime: Timestamp? { signedDate }

  /// The renewal that follows the end of a twelve-month commitment.
  package struct CommitmentInfo: Decodable, Sendable, Hashable {
    package let commitmentAutoRenewProductId: String?
    /// 0 off, 1 on.
    package let commitmentAutoRenewStatus: Int32?
    package let commitmentRenewalBillingPlanType: String?
    package let commitmentRenewalDate: Timestamp?
    /// Milliunits.
    package let commitmentRenewalPrice: Int64?

    init(_ json: JSONObject) throws(JSONError) {
      commitmentAutoRenewProductId = try json.string("commitmentAutoRenewProductId")
      commitmentAutoRenewStatus = try json.integer("commitmentAutoRenewStatus")
      commitmentRenewalBillingPlanType = try json.string("commitmentRenewalBillingPlanType")
      commitmentRenewalDate = try json.timestamp("commitmentRenewalDate")
      commitmentRenewalPrice = try json.integer("commitmentRenewalPrice")
    }
  }
}
