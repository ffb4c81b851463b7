/// `JWSTransactionDecodedPayload`: Apple's signed statement about one transaction.
///
/// https://developer.apple.com/documentation/appstoreserverapi/jwstransactiondecodedpayload
package struct TransactionPayload: AppleSigned, Hashable {
  package let transactionId: String?
  package let originalTransactionId: String?
  package let webOrderLineItemId: String?
  package let bundleId: String?
  package let productId: String?
  package let subscriptionGroupIdentifier: String?
  package let type: String?
  package let purchaseDate: Timestamp?
  package let originalPurchaseDate: Timestamp?
  package let expiresDate: Timestamp?
  package let quantity: Int32?
  package let inAppOwnershipType: String?
  /// A UUID in upper or lower case. Compare the value without regard to case.
  package let appAccountToken: String?
  package let signedDate: Timestamp?
  package let environment: String?
  package let storefront: String?
  package let storefrontId: String?
  package let transactionReason: String?
  /// Milliunits of `currency` for the whole quantity, after the offer's discount.
  package let price: Int64?
  package let currency: String?
  /// 1 introductory, 2 promotional, 3 offer code, 4 win-back.
  package let offerType: Int32?
  package let offerIdentifier: String?
  package let offerDiscountType: String?
  /// An ISO 8601 duration.
  package let offerPeriod: String?
  package let isUpgraded: Bool?
  package let revocationDate: Timestamp?
  /// 0 other, 1 a problem in the app.
  package let revocationReason: Int32?
  package let revocationType: String?
  /// The refunded share in milliunits of a percent: 67.932 % is 67932.
  package let revocationPercentage: Int32?
  package let appTransactionId: String?
  package let billingPlanType: String?
  package let commitmentInfo: CommitmentInfo?
  package let bundleProductId: String?
  package let bundleTransactionId: String?
  package let bundleOriginalTransactionId: String?
  package let bundleSubscriptionGroupIdentifier: String?
  /// The chain's id before its migration to Advanced Commerce.
  package let previousOriginalTransactionId: String?
  /// Base64 of SHA-384 over nonce and device id; only in a JWS made on a device.
  package let deviceVerification: String?
  package let deviceVerificationNonce: String?

  package static let signingTimeField = "signedDate"
  package var signingTime: Timestamp? { signedDate }

  /// The progress of a subscription billed monthly through its twelve-month commitment.
  package struct CommitmentInfo: Decodable, Sendable, Hashable {
    package let billingPeriodNumber: Int32?
    package let totalBillingPeriods: Int32?
    package let commitmentExpiresDate: Timestamp?
    /// Milliunits for the whole commitment.
    package let commitmentPrice: Int64?
  }
}
