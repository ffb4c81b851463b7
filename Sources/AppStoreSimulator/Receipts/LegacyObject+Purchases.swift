import AppStore

extension LegacyObject {
  /// Creates an element of `latest_receipt_info`.
  init(_ content: SignableTransaction) {
    set("quantity", content.quantity)
    set("product_id", content.productId)
    set("transaction_id", content.transactionId)
    set("original_transaction_id", content.originalTransactionId)
    set("web_order_line_item_id", content.webOrderLineItemId)
    setDate("purchase_date", content.purchaseDate)
    setDate("original_purchase_date", content.originalPurchaseDate)
    setDate("expires_date", content.expiresDate)
    setDate("cancellation_date", content.revocationDate)
    set("cancellation_reason", content.revocationReason)
    set("is_trial_period", content.isTrial)
    if content.expiresDate != nil { set("is_in_intro_offer_period", content.isPaidIntroduction) }
    if content.isUpgraded == true { set("is_upgraded", true) }
    set("promotional_offer_id", content.identifier(of: .promotional))
    set("offer_code_ref_name", content.identifier(of: .offerCode))
    set("in_app_ownership_type", content.inAppOwnershipType)
    set("app_account_token", content.appAccountToken)
    set("subscription_group_identifier", content.subscriptionGroupIdentifier)
  }

  /// Creates an element of `in_app`, which tells what a receipt holds.
  init(_ purchase: ReceiptPurchase, cancellationReason: Int32?) {
    set("quantity", purchase.quantity)
    set("product_id", purchase.productID)
    set("transaction_id", purchase.transactionID)
    set("original_transaction_id", purchase.originalTransactionID)
    set("web_order_line_item_id", purchase.webOrderLineItemID)
    setDate("purchase_date", purchase.purchaseDate.milliseconds)
    setDate("original_purchase_date", purchase.originalPurchaseDate?.milliseconds)
    setDate("expires_date", purchase.expiresDate?.milliseconds)
    setDate("cancellation_date", purchase.cancellationDate?.milliseconds)
    if purchase.cancellationDate != nil { set("cancellation_reason", cancellationReason) }
    set("is_trial_period", purchase.isTrial ?? false)
    if purchase.expiresDate != nil {
      set("is_in_intro_offer_period", purchase.isIntroductory ?? false)
    }
    set("promotional_offer_id", purchase.promotionalOfferID)
  }

  /// Creates an element of `pending_renewal_info`.
  init(_ renewal: SignableRenewal) {
    set("original_transaction_id", renewal.originalTransactionId)
    set("product_id", renewal.productId)
    set("auto_renew_product_id", renewal.autoRenewProductId)
    set("auto_renew_status", renewal.autoRenewStatus)
    set("expiration_intent", renewal.expirationIntent)
    setDate("grace_period_expires_date", renewal.gracePeriodExpiresDate)
    set("is_in_billing_retry_period", renewal.isInBillingRetryPeriod.map { $0 ? 1 : 0 })
    set("price_consent_status", renewal.priceIncreaseStatus)
    set("price_increase_status", renewal.priceIncreaseStatus)
    set("promotional_offer_id", renewal.identifier(of: .promotional))
    set("offer_code_ref_name", renewal.identifier(of: .offerCode))
  }
}

extension SignableRenewal {
  /// Returns the identifier of the next period's offer if the offer is of this kind.
  fileprivate func identifier(of kind: StoreOffer.Kind) -> String? {
    offerType == kind.rawValue ? offerIdentifier : nil
  }
}

extension CustomerPurchases {
  /// The elements of `latest_receipt_info`, in no order.
  /// - Parameters:
  ///   - excludesOld: true to tell only the latest transaction of each subscription.
  ///   - limit: the number of the newest transactions to tell.
  func latestReceiptInfo(excludesOld: Bool = false, limit: Int = .max) -> [LegacyObject] {
    var told = entries.map(\.content)
    if excludesOld {
      let latest = Dictionary(
        told.map { ($0.originalTransactionId, $0.transactionId) }, uniquingKeysWith: { $1 })
      told = told.filter { latest[$0.originalTransactionId] == $0.transactionId }
    }
    told.sort { $0.purchaseDate < $1.purchaseDate }
    return shuffled(told.suffix(limit)).map { LegacyObject($0) }
  }

  /// The elements of `pending_renewal_info`.
  var pendingRenewalInfo: [LegacyObject] { shuffled(renewals).map { LegacyObject($0) } }
}
