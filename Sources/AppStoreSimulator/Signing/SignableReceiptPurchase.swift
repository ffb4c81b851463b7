/// A purchase in an app receipt to sign. Dates are in milliseconds since 1970.
package struct SignableReceiptPurchase: Sendable {
  /// A number by which Apple tells products apart. Apple does not document the attribute.
  package enum Kind: Int64, Sendable {
    case nonConsumable = 0
    case consumable = 1
    case nonRenewing = 2
    case autoRenewable = 3
  }

  package var quantity: Int64 = 1
  package var productID: String
  package var transactionID: String
  package var purchaseDate: Int64
  package var originalTransactionID: String
  package var originalPurchaseDate: Int64
  /// The kind of the product; nil for a receipt that leaves it out.
  package var kind: Kind?
  package var expiresDate: Int64?
  package var webOrderLineItemID: Int64 = 0
  package var cancellationDate: Int64?
  package var isTrial = false
  package var isIntroductory = false
  package var promotionalOfferID: String?

  /// Creates a purchase that begins its own chain.
  package init(
    productID: String, transactionID: String, purchaseDate: Int64, kind: Kind? = .autoRenewable,
    expiresDate: Int64? = nil
  ) {
    self.productID = productID
    self.transactionID = transactionID
    self.purchaseDate = purchaseDate
    self.kind = kind
    self.expiresDate = expiresDate
    originalTransactionID = transactionID
    originalPurchaseDate = purchaseDate
  }

  /// The attributes in ascending order of their types. As in Apple's receipts, a date that does not
  /// apply is present and empty.
  package var attributes: [SignableAttribute] {
    get throws {
      var attributes: [SignableAttribute?] = [
        try SignableAttribute(1701, number: quantity),
        try SignableAttribute(1702, text: productID),
        try SignableAttribute(1703, text: transactionID),
        try SignableAttribute(1704, date: purchaseDate),
        try SignableAttribute(1705, text: originalTransactionID),
        try SignableAttribute(1706, date: originalPurchaseDate),
        try kind.map { try SignableAttribute(1707, number: $0.rawValue) },
        try SignableAttribute(1708, date: expiresDate),
        try SignableAttribute(1711, number: webOrderLineItemID),
        try SignableAttribute(1712, date: cancellationDate),
        try SignableAttribute(1713, number: isTrial ? 1 : 0),
        try SignableAttribute(1719, number: isIntroductory ? 1 : 0),
      ]
      if let offer = promotionalOfferID {
        attributes.append(try SignableAttribute(1721, text: offer))
      }
      return attributes.compactMap(\.self)
    }
  }
}
