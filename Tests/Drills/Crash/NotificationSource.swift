import AppStoreSimulator
import Foundation

/// A source of a simulated Apple's notifications, each with its own transaction and renewal.
struct NotificationSource: Sendable {
  static let bundleID = "com.example.game"
  static let appAppleID: Int64 = 1_234_567_890
  private static let chains = 40

  private let authority: Authority
  private let begun: Int64

  init(at moment: Date) throws {
    authority = try Authority(
      validFrom: moment.addingTimeInterval(-86_400), validTo: moment.addingTimeInterval(86_400))
    begun = Int64(moment.timeIntervalSince1970) * 1_000
  }

  var rootCertificatePEM: String {
    get throws { try authority.rootCertificatePEM }
  }

  /// Returns the body of one notification as Apple posts it. The same number has the same content.
  func body(_ number: Int) throws -> [UInt8] {
    let chain = String(1_000 + number % Self.chains)
    let moment = begun - 3_600_000 + Int64(number)
    let uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0)).counting(number)
    var transaction = SignableTransaction(
      transactionId: String(100_000 + number), originalTransactionId: chain,
      bundleId: Self.bundleID, productId: "com.example.month",
      type: "Auto-Renewable Subscription", purchaseDate: moment,
      expiresDate: moment + 2_592_000_000, signedDate: moment, environment: "Production")
    transaction.subscriptionGroupIdentifier = "group"
    let renewal = SignableRenewal(
      originalTransactionId: chain, productId: "com.example.month",
      renewalDate: moment + 2_592_000_000, signedDate: moment, environment: "Production")
    var notification = SignableNotification(
      "DID_RENEW", subtype: nil, notificationUUID: uuid.uuidString.lowercased(), signedDate: moment)
    notification.data = SignableNotificationData(
      bundleId: Self.bundleID, environment: "Production", appAppleId: Self.appAppleID)
    let jws = try authority.sign(
      notification: notification, transaction: transaction, renewal: renewal)
    return Array(#"{"signedPayload":"\#(jws)"}"#.utf8)
  }
}

extension UUID {
  fileprivate func counting(_ number: Int) -> UUID {
    var bytes = uuid
    withUnsafeMutableBytes(of: &bytes) { buffer in
      buffer.storeBytes(of: UInt32(number).bigEndian, toByteOffset: 12, as: UInt32.self)
    }
    return UUID(uuid: bytes)
  }
}
