/// One element of `pending_renewal_info`: Apple's unsigned statement about the future of a
/// subscription.
///
/// https://developer.apple.com/documentation/appstorereceipts/responsebody/pending_renewal_info
package struct PendingRenewal: Sendable, Hashable {
  package let originalTransactionID: String
  package let productID: String?
  package let autoRenewProductID: String?
  package let autoRenewStatus: Bool?
  /// 1 canceled, 2 billing error, 3 no consent to a price increase, 4 product unavailable, 5
  /// other.
  package let expirationIntent: Int32?
  package let gracePeriodExpiresDate: Timestamp?
  package let isInBillingRetryPeriod: Bool?
  /// 0 consent requested and not given yet, 1 consent given. From `price_consent_status` or
  /// `price_increase_status`.
  package let priceIncreaseStatus: Int32?
  package let offerCodeRefName: String?
  package let promotionalOfferID: String?
}

extension PendingRenewal {
  init(_ fields: LegacyFields) throws(LegacyDocumentError) {
    let id = "original_transaction_id"
    try self.init(fields, of: fields.required(id, fields.id(id)), fields.id("product_id"))
  }

  /// - Parameters:
  ///   - fields: an object that need not name the subscription itself.
  ///   - originalTransactionID: the chain.
  ///   - productID: the product of the current period.
  init(
    _ fields: LegacyFields, of originalTransactionID: String, _ productID: String?
  ) throws(LegacyDocumentError) {
    self.originalTransactionID = originalTransactionID
    self.productID = productID
    autoRenewProductID = try fields.id("auto_renew_product_id")
    autoRenewStatus = try fields.flag("auto_renew_status")
    expirationIntent = try fields.int32("expiration_intent")
    gracePeriodExpiresDate = try fields.date("grace_period_expires_date")
    isInBillingRetryPeriod = try fields.flag("is_in_billing_retry_period")
    let increase = try fields.int32("price_increase_status")
    priceIncreaseStatus = try fields.int32("price_consent_status") ?? increase
    offerCodeRefName = try fields.text("offer_code_ref_name")
    promotionalOfferID = try fields.id("promotional_offer_id")
  }
}
