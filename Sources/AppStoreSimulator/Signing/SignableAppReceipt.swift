import Crypto

/// An app receipt to sign, with the attributes that Apple's receipts have. Dates are in milliseconds
/// since 1970; fields that are nil are left out.
package struct SignableAppReceipt: Sendable {
  package var environment: String? = "ProductionSandbox"
  package var appAppleID: Int64? = 0
  package var bundleID: String
  package var applicationVersion = "1"
  /// Random bytes that make the hash unique.
  package var opaqueValue: [UInt8]
  /// The identifier of the device: the bytes of `identifierForVendor`.
  package var device: [UInt8]
  package var creationDate: Int64
  package var originalPurchaseDate: Int64?
  package var originalApplicationVersion: String? = "1.0"
  package var expirationDate: Int64?
  package var purchases: [SignableReceiptPurchase]
  /// Attributes of types that no program here reads.
  package var others: [SignableAttribute] = []

  package init(
    bundleID: String, creationDate: Int64, purchases: [SignableReceiptPurchase] = [],
    device: [UInt8] = Array(repeating: 0, count: 16), opaqueValue: [UInt8]? = nil
  ) {
    self.bundleID = bundleID
    self.creationDate = creationDate
    self.purchases = purchases
    self.device = device
    self.opaqueValue = opaqueValue ?? (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }

  /// The attributes in ascending order of their types.
  package var attributes: [SignableAttribute] {
    get throws {
      let bundle = try SignableAttribute(2, text: bundleID)
      let hash = Array(Insecure.SHA1.hash(data: device + opaqueValue + bundle.value))
      var attributes = [
        try environment.map { try SignableAttribute(0, text: $0) },
        try appAppleID.map { try SignableAttribute(1, number: $0) },
        bundle,
        try SignableAttribute(3, text: applicationVersion),
        SignableAttribute(4, opaqueValue),
        SignableAttribute(5, hash),
        try SignableAttribute(8, date: creationDate),
        try SignableAttribute(12, date: creationDate),
      ]
      for purchase in purchases {
        attributes.append(try SignableAttribute(17, attributes: purchase.attributes))
      }
      attributes += [
        try originalPurchaseDate.map { try SignableAttribute(18, date: $0) },
        try originalApplicationVersion.map { try SignableAttribute(19, text: $0) },
        try expirationDate.map { try SignableAttribute(21, date: $0) },
      ]
      return attributes.compactMap(\.self) + others
    }
  }

  /// The set of the attributes, which is what a receipt's signature covers.
  package var payload: [UInt8] {
    get throws { try SignableAttribute.encode(attributes) }
  }
}
