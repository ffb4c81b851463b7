import AppStore

/// An object in one of Apple's older documents, in which almost every value is a text.
struct LegacyObject: Encodable, Sendable {
  enum Value: Encodable, Sendable {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case object(LegacyObject)
    case objects([LegacyObject])

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      case .flag(let flag): try container.encode(flag)
      case .object(let object): try container.encode(object)
      case .objects(let objects): try container.encode(objects)
      }
    }
  }

  private var fields: [String: Value] = [:]

  init() {}

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(fields)
  }

  subscript(_ name: String) -> Value? {
    get { fields[name] }
    set { fields[name] = newValue }
  }

  /// Sets a text. Leaves the field out if there is none.
  mutating func set(_ name: String, _ text: String?) {
    if let text { fields[name] = .text(text) }
  }

  /// Sets a number as a text. Leaves the field out if there is none.
  mutating func set(_ name: String, _ number: (some FixedWidthInteger)?) {
    set(name, number.map { String($0) })
  }

  /// Sets `true` or `false` as a text.
  mutating func set(_ name: String, _ flag: Bool) {
    set(name, flag ? "true" : "false")
  }

  /// Sets a date in its three forms. Leaves the fields out if there is none.
  mutating func setDate(_ name: String, _ milliseconds: Int64?) {
    guard let moment = milliseconds.map(LegacyMoment.init) else { return }
    set(name, moment.greenwich)
    set(name + "_ms", moment.digits)
    set(name + "_pst", moment.pacific)
  }
}

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
