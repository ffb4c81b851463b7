/// One in-app purchase in an app receipt.
///
/// Apple's TN3138 and the Receipt Validation Programming Guide name the fields.
package struct ReceiptPurchase: Sendable, Hashable {
  /// At least 1. 1 if the receipt does not say.
  package let quantity: Int64
  package let productID: String
  package let transactionID: String
  package let purchaseDate: Timestamp
  package let originalTransactionID: String?
  package let originalPurchaseDate: Timestamp?
  /// 0 non-consumable, 1 consumable, 2 non-renewing, 3 auto-renewable. Apple does not document the
  /// attribute.
  package let kind: Int64?
  package let expiresDate: Timestamp?
  /// Apple's identifier of the subscription period; nil for other products, which have 0.
  package let webOrderLineItemID: String?
  /// The moment of a refund or a revocation.
  package let cancellationDate: Timestamp?
  package let isTrial: Bool?
  package let isIntroductory: Bool?
  package let promotionalOfferID: String?

  /// - Parameter set: the encoded set of the purchase's attributes.
  init(_ set: ArraySlice<UInt8>) throws(ReceiptError) {
    let attributes: ReceiptAttributes
    do {
      attributes = try ReceiptAttributes(set)
    } catch {
      throw .unreadableAttribute(ReceiptAttributes.Kind.purchase.rawValue)
    }
    quantity = try attributes.integer(.quantity) ?? 1
    guard quantity >= 1 else {
      throw .unreadableAttribute(ReceiptAttributes.Kind.quantity.rawValue)
    }
    productID = try attributes.text(.productID).required(.productID)
    transactionID = try attributes.text(.transactionID).required(.transactionID)
    purchaseDate = try attributes.date(.purchaseDate).required(.purchaseDate)
    originalTransactionID = try attributes.text(.originalTransactionID)
    originalPurchaseDate = try attributes.date(.originalTransactionPurchaseDate)
    kind = try attributes.integer(.productKind)
    expiresDate = try attributes.date(.expiresDate)
    let lineItem = try attributes.integer(.webOrderLineItemID)
    webOrderLineItemID = lineItem == 0 ? nil : lineItem.map(String.init)
    cancellationDate = try attributes.date(.cancellationDate)
    isTrial = try attributes.flag(.isTrial)
    isIntroductory = try attributes.flag(.isIntroductory)
    promotionalOfferID = try attributes.text(.promotionalOfferID)
  }
}

extension Optional {
  /// Returns the value of an attribute that every receipt has.
  func required(_ kind: ReceiptAttributes.Kind) throws(ReceiptError) -> Wrapped {
    guard let self else { throw .missingAttribute(kind.rawValue) }
    return self
  }
}
