package import AppStore
package import AppStoreSimulator
package import Foundation
package import Ledger

/// Documents of the tests' app in the forms that Apple used before it signed each transaction.
package enum LegacyDocuments {
  package static let secretText = "0123456789abcdef0123456789abcdef"
  private static let shared = Result { try ReceiptAuthority() }

  /// The one authority of all tests: its keys are slow to make.
  package static var authority: ReceiptAuthority {
    get throws { try shared.get() }
  }

  package static var secret: SharedSecret {
    get throws {
      guard let secret = SharedSecret(secretText) else { throw CocoaError(.coderInvalidValue) }
      return secret
    }
  }

  /// Returns an entry of `latest_receipt_info` for a period of the group `group`.
  package static func entry(
    _ id: String, of chain: String? = nil, product: String = "com.example.month", from: Instant,
    to: Instant? = nil, _ further: [String: Any] = [:]
  ) -> [String: Any] {
    var entry: [String: Any] = [
      "quantity": "1", "product_id": product, "transaction_id": id,
      "original_transaction_id": chain ?? id, "purchase_date_ms": "\(from.milliseconds)",
      "original_purchase_date_ms": "\(from.milliseconds)", "is_trial_period": "false",
    ]
    if let to {
      entry["expires_date_ms"] = "\(to.milliseconds)"
      entry["subscription_group_identifier"] = "group"
    }
    return entry.merging(further) { $1 }
  }

  /// Returns an item of `pending_renewal_info`.
  package static func pending(
    _ chain: String, product: String = "com.example.month", renews: Bool = true,
    _ further: [String: Any] = [:]
  ) -> [String: Any] {
    [
      "original_transaction_id": chain, "product_id": product, "auto_renew_product_id": product,
      "auto_renew_status": renews ? "1" : "0",
    ].merging(further) { $1 }
  }

  /// Returns the body of a notification of version 1 in the form since 2020.
  package static func notification(
    _ type: String, chain: String? = nil, entries: [[String: Any]] = [],
    pending: [[String: Any]] = [], receipt: [UInt8]? = nil, environment: String = "PROD",
    password: String? = secretText, _ further: [String: Any] = [:]
  ) throws -> [UInt8] {
    var unified: [String: Any] = [
      "status": 0, "environment": environment == "PROD" ? "Production" : environment,
      "latest_receipt_info": entries, "pending_renewal_info": pending,
    ]
    unified["latest_receipt"] = receipt.map { Data($0).base64EncodedString() }
    var body: [String: Any] = [
      "notification_type": type, "environment": environment,
      "bid": TestLedger.bundleID.rawValue, "unified_receipt": unified,
    ]
    body["password"] = password
    body["original_transaction_id"] = chain.flatMap { Int64($0) }
    return try json(body.merging(further) { $1 })
  }

  package static func json(_ object: [String: Any]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: object))
  }

  /// Returns a purchase of an app receipt.
  package static func purchase(
    _ id: String, of chain: String? = nil, product: String = "com.example.month",
    kind: SignableReceiptPurchase.Kind? = .autoRenewable,
    from: Instant, to: Instant? = nil
  ) -> SignableReceiptPurchase {
    var purchase = SignableReceiptPurchase(
      productID: product, transactionID: id, purchaseDate: from.milliseconds, kind: kind,
      expiresDate: to?.milliseconds)
    purchase.originalTransactionID = chain ?? id
    purchase.originalPurchaseDate = from.milliseconds
    return purchase
  }

  /// Returns a receipt of production.
  package static func unsignedReceipt(
    _ purchases: [SignableReceiptPurchase], created: Instant = TestLedger.now,
    device: UUID? = nil
  ) -> SignableAppReceipt {
    var receipt = SignableAppReceipt(
      bundleID: TestLedger.bundleID.rawValue, creationDate: created.milliseconds,
      purchases: purchases, opaqueValue: Array(1...16))
    receipt.environment = "Production"
    receipt.appAppleID = TestLedger.appAppleID
    if let device { receipt.device = withUnsafeBytes(of: device.uuid) { [UInt8]($0) } }
    return receipt
  }

  /// Returns a signed receipt of production.
  package static func receipt(
    _ purchases: [SignableReceiptPurchase], created: Instant = TestLedger.now, device: UUID? = nil,
    as form: ReceiptForm = ReceiptForm()
  ) throws -> [UInt8] {
    try authority.sign(unsignedReceipt(purchases, created: created, device: device), as: form)
  }
}
