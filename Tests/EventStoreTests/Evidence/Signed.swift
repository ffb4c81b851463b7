import AppStoreSimulator
import Foundation

/// JWS as the App Store signs them, and texts that only resemble them.
enum Signed {
  static let authority: Authority? = try? Authority(
    validFrom: Date(timeIntervalSince1970: 0), validTo: Date(timeIntervalSince1970: 4e9))

  static let transaction: SignableTransaction = {
    var transaction = SignableTransaction(
      transactionId: "420001234567890", originalTransactionId: "410001098765432",
      bundleId: "com.example.game", productId: "com.example.game.monthly",
      purchaseDate: 1_780_000_000_000, originalPurchaseDate: 1_760_000_000_000,
      expiresDate: 1_782_592_000_000, signedDate: 1_780_000_012_345, environment: "Production")
    transaction.appAccountToken = "5f0c1a52-7d9b-4c53-8f3e-0a9d1b7c2e64"
    transaction.transactionReason = "RENEWAL"
    transaction.price = 9990
    transaction.currency = "USD"
    return transaction
  }()

  /// Returns a notification with a transaction and a renewal inside, signed by this authority.
  static func notification(by authority: Authority) throws -> [UInt8] {
    var notification = SignableNotification(
      "DID_RENEW", notificationUUID: "0b7c9a14-93de-4c0f-a7a5-6d2f1e8b4c33",
      signedDate: 1_780_000_012_399)
    notification.data = SignableNotificationData(
      bundleId: transaction.bundleId, environment: "Production", appAppleId: 1_234_567_890)
    let renewal = SignableRenewal(
      originalTransactionId: transaction.originalTransactionId, productId: transaction.productId,
      renewalDate: transaction.expiresDate, signedDate: transaction.signedDate,
      environment: "Production")
    return Array(
      try authority.sign(notification: notification, transaction: transaction, renewal: renewal)
        .utf8)
  }

  static let header = #"{"alg":"ES256","x5c":["bGVhZg==","bWlk","cm9vdA=="]}"#

  /// Returns a text with the form of a JWS, the same at every call.
  static func form(_ payload: String, header: String = header, signature: Int = 64) -> String {
    let signature = (0..<signature).map { UInt8(truncatingIfNeeded: $0 * 37) }
    return [Data(header.utf8), Data(payload.utf8), Data(signature)].map(base64URL).joined(
      separator: ".")
  }

  static func base64URL(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
