import AppStoreSimulator
import Foundation
import Ledger
import TestSupport

extension SignableTransaction {
  /// Returns a month bought on 2026-05-15, which covers the tests' present.
  static func month(
    _ id: String = "2000", token: String? = nil, bundleID: String = TestLedger.bundleID.rawValue
  ) -> SignableTransaction {
    var transaction = SignableTransaction(
      transactionId: id, bundleId: bundleID, productId: "com.example.month",
      purchaseDate: Instant(day: "2026-05-15").milliseconds,
      expiresDate: Instant(day: "2026-06-15").milliseconds, environment: "Production")
    transaction.subscriptionGroupIdentifier = "group"
    transaction.appAccountToken = token
    transaction.price = 9_990
    transaction.currency = "USD"
    return transaction
  }
}

extension Authority {
  /// Returns the JWS that Apple posts when a month is bought.
  func subscribed(_ transaction: SignableTransaction = .month()) throws -> String {
    var notification = SignableNotification(
      "SUBSCRIBED", subtype: "INITIAL_BUY", notificationUUID: UUID().uuidString,
      signedDate: transaction.signedDate)
    notification.data = SignableNotificationData(
      bundleId: transaction.bundleId, environment: transaction.environment,
      appAppleId: TestLedger.appAppleID)
    return try sign(notification: notification, transaction: transaction)
  }
}
