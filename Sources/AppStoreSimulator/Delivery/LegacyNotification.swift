import AppStore
import Foundation

/// A notification of version 1, with its content as of the event. Apple does not sign it.
///
/// https://developer.apple.com/documentation/appstoreservernotifications/responsebodyv1
struct LegacyNotification: Sendable {
  /// The most transactions that a notification lists.
  static let transactionsMax = 100
  /// The day from which Apple calls version 1 deprecated, 2023-06-05, in milliseconds since 1970.
  private static let deprecatedFrom: Int64 = 1_685_923_200_000

  let type: NotificationTypeV1
  /// True for the form of 2017 to 2020.
  let isFlat: Bool
  let transaction: SignableTransaction
  /// The renewal information of the transaction's subscription; nil for other products.
  let renewal: SignableRenewal?
  let purchases: CustomerPurchases

  /// Returns the body, the same bytes at every call.
  func body(by issuer: ReceiptIssuer) throws -> [UInt8] {
    var body = LegacyObject()
    body.set("notification_type", type.rawValue)
    body.set("environment", isProduction ? "PROD" : "Sandbox")
    body.set("password", issuer.sharedSecret)
    body.set("bid", purchases.app.bundleID)
    body.set("bvrs", "1")
    body["original_transaction_id"] = Int64(transaction.originalTransactionId)
      .map(LegacyObject.Value.number)
    addRenewal(to: &body)
    if isFlat {
      try addTransaction(to: &body, by: issuer)
    } else {
      if purchases.moment >= Self.deprecatedFrom { body.set("deprecation", "2023-06-05") }
      body["unified_receipt"] = .object(try unifiedReceipt(by: issuer))
    }
    return try PayloadSigner.json(body)
  }

  private var isProduction: Bool { purchases.app.environment == .production }

  private func addRenewal(to body: inout LegacyObject) {
    guard let renewal else { return }
    body.set("auto_renew_product_id", renewal.autoRenewProductId)
    body.set("auto_renew_status", renewal.autoRenewStatus == 1)
    if type == .didChangeRenewalStatus {
      body.setDate("auto_renew_status_change_date", purchases.moment)
    }
    body["expiration_intent"] = renewal.expirationIntent.map { .number(Int64($0)) }
  }

  private func unifiedReceipt(by issuer: ReceiptIssuer) throws -> LegacyObject {
    var unified = LegacyObject()
    unified["status"] = .number(0)
    unified.set("environment", purchases.app.environment.rawValue)
    unified.set("latest_receipt", try receipt(by: issuer, as: ReceiptForm(.sha256)))
    unified["latest_receipt_info"] = .objects(
      purchases.latestReceiptInfo(limit: Self.transactionsMax))
    unified["pending_renewal_info"] = .objects(purchases.pendingRenewalInfo)
    return unified
  }

  /// Adds the transaction in the form of 2017 to 2020. An expired period has names of its own.
  private func addTransaction(to body: inout LegacyObject, by issuer: ReceiptIssuer) throws {
    let isExpired = transaction.expiresDate.map { $0 <= purchases.moment } ?? false
    let name = isExpired ? "latest_expired_receipt" : "latest_receipt"
    body.set(name, try receipt(by: issuer, as: ReceiptForm(.sha1)))
    body["\(name)_info"] = .object(LegacyObject(flat: transaction))
    if transaction.revocationDate != nil {
      body.setDate("cancellation_date", transaction.revocationDate)
      body.set("web_order_line_item_id", transaction.webOrderLineItemId)
    }
  }

  private func receipt(by issuer: ReceiptIssuer, as form: ReceiptForm) throws -> String {
    Data(try issuer.authority.sign(purchases.receipt(), as: form)).base64EncodedString()
  }
}

extension LegacyObject {
  /// Creates the single transaction of an old notification, in which `expires_date` is the number of
  /// milliseconds.
  fileprivate init(flat content: SignableTransaction) {
    self.init(content)
    set("bid", content.bundleId)
    set("bvrs", "1")
    for name in ["expires_date", "expires_date_ms", "expires_date_pst"] { self[name] = nil }
    guard let end = content.expiresDate.map(LegacyMoment.init) else { return }
    set("expires_date", end.digits)
    set("expires_date_formatted", end.greenwich)
    set("expires_date_formatted_pst", end.pacific)
  }
}
