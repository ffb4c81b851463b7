import AppStore

/// A kind of document in which Apple tells of purchases, found without trusting any of it.
package enum DocumentKind: String, Sendable, CaseIterable {
  case notification
  /// A notification of version 1.
  case notificationV1
  case transaction
  case renewal
  case appTransaction
  /// An app receipt.
  case receipt
  /// An answer of verifyReceipt.
  case receiptAnswer
  /// A transaction receipt of iOS 6, a property list.
  case transactionReceipt

  /// Returns nil for bytes of no known kind.
  package static func detect(_ document: [UInt8]) -> DocumentKind? {
    switch document.first {
    case UInt8(ascii: "{"): ofObject(document)
    case 0x30 where document.count > 1 && document[1] >= 0x80: .receipt
    default: ofJWS(document)
    }
  }

  private static func ofObject(_ document: [UInt8]) -> DocumentKind? {
    // Bytes that are no JSON object have none of the fields.
    guard let fields = try? JSONDocument(document[...]).object() else {
      return TransactionReceiptText.isPropertyList(document) ? .transactionReceipt : nil
    }
    if fields.contains("signedPayload") { return .notification }
    if fields.contains("notification_type") { return .notificationV1 }
    return fields.contains("status") ? .receiptAnswer : nil
  }

  private static func ofJWS(_ document: [UInt8]) -> DocumentKind? {
    guard let signed = try? SignedPayload(document) else { return nil }  // then it is no JWS
    return switch PayloadKind.detect(signed) {
    case .notification: .notification
    case .transaction: .transaction
    case .renewal: .renewal
    case .appTransaction: .appTransaction
    case nil: nil
    }
  }
}
