package import AppStoreSimulator
package import Foundation
package import Ledger

/// Short ways to have the tests' Apple sign things.
extension TestLedger {
  /// Returns a production transaction of the tests' app.
  package static func transaction(
    _ id: String, chain: String? = nil, product: String = "com.example.month",
    type: String = "Auto-Renewable Subscription", from: Instant, to: Instant? = nil,
    signed: Instant? = nil, token: String? = nil
  ) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: id, originalTransactionId: chain, bundleId: bundleID.rawValue,
      productId: product, type: type, purchaseDate: from.milliseconds,
      expiresDate: to?.milliseconds, signedDate: signed?.milliseconds,
      environment: "Production")
    transaction.appAccountToken = token
    transaction.subscriptionGroupIdentifier = to == nil ? nil : "group"
    return transaction
  }

  /// Returns the signed body of a production notification about a transaction.
  package func notification(
    _ type: String, subtype: String? = nil, uuid: UUID = UUID(),
    _ transaction: SignableTransaction? = nil, renewal: SignableRenewal? = nil,
    status: Int32? = nil, signed: Instant? = nil
  ) throws -> [UInt8] {
    let moment = signed?.milliseconds ?? transaction?.signedDate ?? Self.now.milliseconds
    var notification = SignableNotification(
      type, subtype: subtype, notificationUUID: uuid.uuidString.lowercased(), signedDate: moment)
    notification.data = SignableNotificationData(
      bundleId: Self.bundleID.rawValue, environment: "Production", appAppleId: Self.appAppleID)
    notification.data?.status = status
    let jws = try authority.sign(
      notification: notification, transaction: transaction, renewal: renewal)
    return Array(#"{"signedPayload":"\#(jws)"}"#.utf8)
  }
}
