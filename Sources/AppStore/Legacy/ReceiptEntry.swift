/// One transaction in `in_app` or `latest_receipt_info`: Apple's unsigned statement about a
/// purchase.
///
/// https://developer.apple.com/documentation/appstorereceipts/responsebody/latest_receipt_info
package struct ReceiptEntry: Sendable, Hashable {
  /// At least 1. 1 where the document says nothing.
  package let quantity: Int32
  package let productID: String
  package let transactionID: String
  package let originalTransactionID: String?
  /// The charge, or the start of a renewal. A restored purchase tells the date of the restoration.
  package let purchaseDate: Timestamp
  /// May be later than `purchaseDate`.
  package let originalPurchaseDate: Timestamp?
  package let expiresDate: Timestamp?
  /// The date of the refund, the revocation or, in old documents, the upgrade.
  package let cancellationDate: Timestamp?
  /// 0 other, 1 a problem in the app.
  package let cancellationReason: Int32?
  package let isTrial: Bool?
  /// True in an introductory period that is paid.
  package let isIntroductory: Bool?
  package let isUpgraded: Bool?
  package let promotionalOfferID: String?
  package let offerCodeRefName: String?
  package let webOrderLineItemID: String?
  package let appAccountToken: String?
  /// `PURCHASED` or `FAMILY_SHARED`.
  package let ownershipType: String?
  package let subscriptionGroupIdentifier: String?
}

extension ReceiptEntry {
  init(_ fields: LegacyFields) throws(LegacyDocumentError) {
    quantity = try fields.int32("quantity") ?? 1
    guard quantity >= 1 else { throw fields.unreadable("quantity") }
    productID = try fields.required("product_id", fields.id("product_id"))
    transactionID = try fields.required("transaction_id", fields.id("transaction_id"))
    originalTransactionID = try fields.id("original_transaction_id")
    purchaseDate = try fields.required("purchase_date", fields.date("purchase_date"))
    originalPurchaseDate = try fields.date("original_purchase_date")
    expiresDate = try fields.date("expires_date")
    cancellationDate = try fields.date("cancellation_date")
    cancellationReason = try fields.int32("cancellation_reason")
    isTrial = try fields.flag("is_trial_period")
    isIntroductory = try fields.flag("is_in_intro_offer_period")
    isUpgraded = try fields.flag("is_upgraded")
    promotionalOfferID = try fields.id("promotional_offer_id")
    offerCodeRefName = try fields.text("offer_code_ref_name")
    webOrderLineItemID = try fields.id("web_order_line_item_id")
    appAccountToken = try fields.id("app_account_token")
    ownershipType = try fields.text("in_app_ownership_type")
    subscriptionGroupIdentifier = try fields.id("subscription_group_identifier")
  }

  /// Returns the entry with its absent fields taken from an older statement about the same
  /// transaction.
  private func filled(from older: ReceiptEntry) -> ReceiptEntry {
    ReceiptEntry(
      quantity: quantity, productID: productID, transactionID: transactionID,
      originalTransactionID: originalTransactionID ?? older.originalTransactionID,
      purchaseDate: purchaseDate,
      originalPurchaseDate: originalPurchaseDate ?? older.originalPurchaseDate,
      expiresDate: expiresDate ?? older.expiresDate,
      cancellationDate: cancellationDate ?? older.cancellationDate,
      cancellationReason: cancellationReason ?? older.cancellationReason,
      isTrial: isTrial ?? older.isTrial,
      isIntroductory: isIntroductory ?? older.isIntroductory,
      isUpgraded: isUpgraded ?? older.isUpgraded,
      promotionalOfferID: promotionalOfferID ?? older.promotionalOfferID,
      offerCodeRefName: offerCodeRefName ?? older.offerCodeRefName,
      webOrderLineItemID: webOrderLineItemID ?? older.webOrderLineItemID,
      appAccountToken: appAccountToken ?? older.appAccountToken,
      ownershipType: ownershipType ?? older.ownershipType,
      subscriptionGroupIdentifier: subscriptionGroupIdentifier
        ?? older.subscriptionGroupIdentifier)
  }

  /// Returns one entry per transaction, in the order of their first mention. Earlier statements
  /// win; later ones fill absent fields.
  static func merged(_ entries: [ReceiptEntry]) -> [ReceiptEntry] {
    var merged: [ReceiptEntry] = []
    var places: [String: Int] = [:]
    for entry in entries {
      if let place = places[entry.transactionID] {
        merged[place] = merged[place].filled(from: entry)
      } else {
        places[entry.transactionID] = merged.count
        merged.append(entry)
      }
    }
    return merged
  }
}
