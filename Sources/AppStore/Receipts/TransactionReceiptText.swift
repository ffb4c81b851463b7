import Foundation

/// A transaction receipt of iOS 6: an old-style text property list. Its `purchase-info` is another
/// property list in Base64.
///
/// Its signature is not checked, so that it is trusted for nothing but the identifiers to query Apple
/// about.
package struct TransactionReceiptText: Hashable, Sendable {
  private static let sizeMax = 65_536

  package let transactionID: String
  package let originalTransactionID: String
  package let environment: ServerAPIEnvironment

  /// Returns nil unless the text names a transaction.
  package init?(_ contents: [UInt8]) {
    guard Self.isText(contents), contents.count <= Self.sizeMax else { return nil }
    let text = String(decoding: contents, as: UTF8.self)
    guard let info = text.firstMatch(of: /"purchase-info"\s*=\s*"([A-Za-z0-9+\/=]+)"/)?.1,
      let data = Data(base64Encoded: String(info))
    else { return nil }
    let purchase = String(decoding: data, as: UTF8.self)
    guard let id = purchase.firstMatch(of: /"transaction-id"\s*=\s*"([0-9]{1,64})"/)?.1 else {
      return nil
    }
    let original = purchase.firstMatch(of: /"original-transaction-id"\s*=\s*"([0-9]{1,64})"/)?.1
    transactionID = String(id)
    originalTransactionID = String(original ?? id)
    let isSandbox = text.contains(/"environment"\s*=\s*"Sandbox"/)
    environment = isSandbox ? .sandbox : .production
  }

  /// Returns true for a property list, `{"name" = …`, whether or not it names a transaction.
  package static func isPropertyList(_ contents: [UInt8]) -> Bool {
    String(decoding: contents.prefix(256), as: UTF8.self)
      .prefixMatch(of: /\s*\{\s*"[a-z-]+"\s*=/) != nil
  }

  /// Returns true for a property list. An app receipt is binary.
  package static func isText(_ contents: [UInt8]) -> Bool {
    contents.first == UInt8(ascii: "{")
  }
}
