/// The transaction that a StoreKit 1 receipt names. The hint suffices to query Apple about the
/// customer and is trusted for nothing else. The receipt's signature is not checked: Apple signs
/// the answer.
///
/// Source of the fields: Apple's TN3138 and the Receipt Validation Programming Guide.
package struct ReceiptHint: Hashable, Sendable {
  /// A reason for having no hint.
  package enum Missing: Error {
    case unreadable
    /// The receipt names no purchase. Receipts do not list finished consumables.
    case noTransaction
  }

  package let transactionID: String
  /// The receipt's environment; nil if the receipt names none that Apple's Server API knows.
  package let environment: ServerAPIEnvironment?

  /// - Parameter contents: an app receipt (PKCS #7), or a transaction receipt of iOS 6 (a property
  ///   list).
  package init(_ contents: [UInt8]) throws(Missing) {
    if TransactionReceiptText.isText(contents) {
      guard let receipt = TransactionReceiptText(contents) else { throw .unreadable }
      (transactionID, environment) = (receipt.transactionID, nil)
      return
    }
    // Bytes that do not decode were not made by Apple, whatever the error.
    guard let payload = try? ReceiptEnvelope(contents).payload,
      let receipt = try? ReceiptAttributes(payload), let purchases = try? receipt.values(.purchase)
    else { throw .unreadable }
    guard let id = purchases.lazy.compactMap(Self.transactionID).first else {
      throw .noTransaction
    }
    transactionID = id
    // A hint does without the environment.
    environment =
      switch try? receipt.text(.environment) {
      case "Production": .production
      case "Sandbox", "ProductionSandbox": .sandbox
      default: nil
      }
  }

  /// Returns a transaction that the purchase names. An unreadable purchase names none.
  private static func transactionID(_ purchase: ArraySlice<UInt8>) -> String? {
    guard let attributes = try? ReceiptAttributes(purchase) else { return nil }
    for kind in [ReceiptAttributes.Kind.transactionID, .originalTransactionID] {
      if let id = try? attributes.text(kind) { return id }
    }
    return nil
  }
}
