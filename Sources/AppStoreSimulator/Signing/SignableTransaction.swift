/// A transaction to sign, with Apple's field names. Fields that are nil are left out.
///
/// Dates are in milliseconds since 1970, prices in milliunits of the currency.
package struct SignableTransaction: Encodable, Sendable {
  package var transactionId: String
  package var originalTransactionId: String
  package var webOrderLineItemId: String?
  package var bundleId: String
  package var productId: String
  package var subscriptionGroupIdentifier: String?
  package var type: String
  package var purchaseDate: Int64
  package var originalPurchaseDate: Int64
  package var expiresDate: Int64?
  package var quantity: Int32? = 1
  package var inAppOwnershipType = "PURCHASED"
  package var appAccountToken: String?
  package var signedDate: Int64
  package var environment: String
  package var storefront: String? = "USA"
  package var storefrontId: String? = "143441"
  package var transactionReason: String? = "PURCHASE"
  package var price: Int64?
  package var currency: String?
  package var offerType: Int32?
  package var offerIdentifier: String?
  package var offerDiscountType: String?
  package var offerPeriod: String?
  package var isUpgraded: Bool?
  package var revocationDate: Int64?
  package var revocationReason: Int32?
  package var revocationType: String?
  package var revocationPercentage: Int32?
  package var appTransactionId: String?
  package var billingPlanType: String?
  package var commitmentInfo: CommitmentInfo?
  package var previousOriginalTransactionId: String?

  package struct CommitmentInfo: Encodable, Sendable {
    package var billingPeriodNumber: Int32
    package var totalBillingPeriods: Int32
    package var commitmentExpiresDate: Int64
    package var commitmentPrice: Int64

    package init(
      billingPeriodNumber: Int32, totalBillingPeriods: Int32 = 12, commitmentExpiresDate: Int64,
      commitmentPrice: Int64
    ) {
      self.billingPeriodNumber = billingPeriodNumber
      self.totalBillingPeriods = totalBillingPeriods
      self.commitmentExpiresDate = commitmentExpiresDate
      self.commitmentPrice = commitmentPrice
    }
  }

  /// Creates a transaction. Without `originalTransactionId` the transaction begins its own chain;
  /// without `signedDate` it is signed at the time of purchase.
  package init(
    transactionId: String, originalTransactionId: String? = nil, bundleId: String,
    productId: String, type: String = "Auto-Renewable Subscription", purchaseDate: Int64,
    originalPurchaseDate: Int64? = nil, expiresDate: Int64? = nil, signedDate: Int64? = nil,
    environment: String = "Sandbox"
  ) {
    self.transactionId = transactionId
    self.originalTransactionId = originalTransactionId ?? transactionId
    self.bundleId = bundleId
    self.productId = productId
    self.type = type
    self.purchaseDate = purchaseDate
    self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
    self.expiresDate = expiresDate
    self.signedDate = signedDate ?? purchaseDate
    self.environment = environment
  }
}
