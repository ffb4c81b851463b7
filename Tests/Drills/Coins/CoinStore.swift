import AppStoreSimulator
import Foundation

/// A notification by Apple about a purchase, signed once.
struct Saying: Sendable {
  let purchase: CoinPurchase
  /// The body that Apple posts.
  let notification: String
  /// The transaction as StoreKit gives it to the game, signed a moment later.
  let transaction: String
}

/// A simulated Apple that sells consumables, with all its notifications.
struct CoinStore: Sendable {
  static let bundleID = "com.example.game"
  static let appAppleID: Int64 = 1_234_567_890
  private static let hour: Int64 = 3_600_000

  let sayings: [Saying]
  let rootCertificatePEM: String
  /// A date before every purchase.
  let opened: Date

  /// Sells these purchases within some hours before a moment.
  init(selling purchases: [CoinPurchase], until moment: Date) throws {
    let authority = try Authority(
      validFrom: moment.addingTimeInterval(-86_400), validTo: moment.addingTimeInterval(86_400))
    opened = moment.addingTimeInterval(-5 * 3_600)
    let begun = Int64(moment.timeIntervalSince1970) * 1_000 - 4 * Self.hour
    sayings = try purchases.flatMap { purchase in
      try Self.sayings(of: purchase, from: begun, signedBy: authority)
    }
    rootCertificatePEM = try authority.rootCertificatePEM
  }

  private static func sayings(
    of purchase: CoinPurchase, from begun: Int64, signedBy authority: Authority
  ) throws -> [Saying] {
    var content = content(of: purchase, at: begun + Int64(purchase.number))
    var sayings = [try saying("ONE_TIME_CHARGE", of: purchase, content, authority)]
    guard let refund = purchase.fate.refund else { return sayings }
    content.refund(refund.percentage, at: content.signedDate + hour)
    sayings.append(try saying("REFUND", of: purchase, content, authority))
    guard refund.isReversed else { return sayings }
    content.reverseRefund(at: content.signedDate + hour)
    return sayings + [try saying("REFUND_REVERSED", of: purchase, content, authority)]
  }

  private static func content(of purchase: CoinPurchase, at moment: Int64) -> SignableTransaction {
    var content = SignableTransaction(
      transactionId: purchase.transactionID, bundleId: bundleID, productId: purchase.product.id,
      type: "Consumable", purchaseDate: moment, environment: "Production")
    content.quantity = purchase.quantity
    content.appAccountToken = purchase.customer.token?.uuidString.lowercased()
    content.price = 990 * Int64(purchase.quantity)
    content.currency = "USD"
    return content
  }

  private static func saying(
    _ type: String, of purchase: CoinPurchase, _ content: SignableTransaction,
    _ authority: Authority
  ) throws -> Saying {
    var notification = SignableNotification(
      type, notificationUUID: UUID().uuidString.lowercased(), signedDate: content.signedDate)
    notification.data = SignableNotificationData(
      bundleId: bundleID, environment: "Production", appAppleId: appAppleID)
    let jws = try authority.sign(notification: notification, transaction: content)
    var copy = content
    copy.signedDate += 2_000
    return Saying(
      purchase: purchase, notification: #"{"signedPayload":"\#(jws)"}"#,
      transaction: try authority.sign(payload: copy))
  }
}

extension SignableTransaction {
  /// - Parameter percentage: thousandths of a percent; without it everything is refunded.
  fileprivate mutating func refund(_ percentage: Int32?, at moment: Int64) {
    let isWhole = (percentage ?? 100_000) == 100_000
    (signedDate, revocationDate, revocationReason) = (moment, moment, 1)
    revocationType = isWhole ? "REFUND_FULL" : "REFUND_PRORATED"
    revocationPercentage = percentage
  }

  fileprivate mutating func reverseRefund(at moment: Int64) {
    (signedDate, revocationDate, revocationReason) = (moment, nil, nil)
    (revocationType, revocationPercentage) = (nil, nil)
  }
}
