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

  package init(_ json: JSONObject) throws(JSONError) {
    transactionId = try json.string("transactionId")
    originalTransactionId = try json.string("originalTransactionId")
    webOrderLineItemId = try json.string("webOrderLineItemId")
    bundleId = try json.string("bundleId")
    productId = try json.string("productId")
    subscriptionGroupIdentifier = try json.string("subscriptionGroupIdentifier")
    type = try json.string("type")
    purchaseDate = try json.timestamp("purchaseDate")
    originalPurchaseDate = try json.timestamp("originalPurchaseDate")
    expiresDate = try json.timestamp("expiresDate")
    quantity = try json.integer("quantity")
    inAppOwnershipType = try json.string("inAppOwnershipType")
    appAccountToken = try json.string("appAccountToken")
    signedDate = try json.timestamp("signedDate")
    environment = try json.string("environment")
    storefront = try json.string("storefront")
    storefrontId = try json.string("storefrontId")
    transactionReason = try json.string("transactionReason")
    price = try json.integer("price")
    currency = try json.string("currency")
    offerType = try json.integer("offerType")
    offerIdentifier = try json.string("offerIdentifier")
    offerDiscountType = try json.string("offerDiscountType")
    offerPeriod = try json.string("offerPeriod")
    isUpgraded = try json.bool("isUpgraded")
    revocationDate = try json.timestamp("revocationDate")
    revocationReason = try json.integer("revocationReason")
    revocationType = try json.string("revocationType")
    revocationPercentage = try json.integer("revocationPercentage")
    appTransactionId = try json.string("appTransactionId")
    billingPlanType = try json.string("billingPlanType")
    commitmentInfo = try json.object("commitmentInfo").map(CommitmentInfo.init)
    bundleProductId = try json.string("bundleProductId")
    bundleTransactionId = try json.string("bundleTransactionId")
    bundleOriginalTransactionId = try json.string("bundleOriginalTransactionId")
    bundleSubscriptionGroupIdentifier = try json.string("bundleSubscriptionGroupIdentifier")
    previousOriginalTransactionId = try json.string("previousOriginalTransactionId")
    deviceVerification = try json.string("deviceVerification")
    deviceVerificationNonce = try json.string("deviceVerificationNonce")
  }

  package static let signingTimeField: StaticString = "signedDate"
  package var signingTime: Timestamp? { signedDate }

  /// The progress of a subscription billed monthly through its twelve-month commitment.
  package struct CommitmentInfo: Decodable, Sendable, Hashable {
    package let billingPeriodNumber: Int32?
    package let totalBillingPeriods: Int32?
    package let commitmentExpiresDate: Timestamp?
    /// Milliunits for the whole commitment.
    package let commitmentPrice: Int64?

    init(_ json: JSONObject) throws(JSONError) {
      billingPeriodNumber = try json.integer("billingPeriodNumber")
      totalBillingPeriods = try json.integer("totalBillingPeriods")
      commitmentExpiresDate = try json.timestamp("commitmentExpiresDate")
      commitmentPrice = try json.integer("commitmentPrice")
    }
  }
}
