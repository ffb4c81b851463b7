import AppStoreSimulator
import Foundation

/// A simulated Apple that sells tickets, which the game keeps, and signs what happens to them.
struct OwnWalletStore: Sendable {
  static let bundleID = "com.example.game"
  static let appAppleID: Int64 = 1_234_567_890
  static let product = CoinProduct(id: "com.example.raffle", coins: ["gem": 5, "ticket": tickets])
  static let tickets: Int64 = 3
  private static let hour: Int64 = 3_600_000

  let opened: Date
  private let authority: Authority
  private let begun: Int64

  init(until moment: Date) throws {
    authority = try Authority(
      validFrom: moment.addingTimeInterval(-86_400), validTo: moment.addingTimeInterval(86_400))
    opened = moment.addingTimeInterval(-6 * 3_600)
    begun = Int64(moment.timeIntervalSince1970) * 1_000 - 5 * Self.hour
  }

  var rootCertificatePEM: String {
    get throws { try authority.rootCertificatePEM }
  }

  /// The purchase as StoreKit gives it to the game.
  func transaction(of purchase: OwnWalletPlan.Purchase) throws -> String {
    var content = content(of: purchase)
    content.signedDate += 2_000
    return try authority.sign(payload: content)
  }

  /// The notifications of a purchase's refunds in some places of their order.
  func refunds(of purchase: OwnWalletPlan.Purchase, in places: Range<Int>) throws -> [String] {
    try places.map { place in
      var content = content(of: purchase)
      let share = purchase.refunds[place]
      content.signedDate += Int64(place + 1) * Self.hour
      if share != 0 {
        let isWhole = (share ?? 100_000) == 100_000
        (content.revocationDate, content.revocationReason) = (content.signedDate, 1)
        content.revocationType = isWhole ? "REFUND_FULL" : "REFUND_PRORATED"
        content.revocationPercentage = share
      }
      return try notification(share == 0 ? "REFUND_REVERSED" : "REFUND", content)
    }
  }

  private func content(of purchase: OwnWalletPlan.Purchase) -> SignableTransaction {
    var content = SignableTransaction(
      transactionId: purchase.transactionID, bundleId: Self.bundleID, productId: Self.product.id,
      type: "Consumable", purchaseDate: begun + Int64(purchase.number), environment: "Production")
    content.quantity = purchase.quantity
    content.price = 990 * Int64(purchase.quantity)
    content.currency = "USD"
    return content
  }

  private func notification(_ type: String, _ content: SignableTransaction) throws -> String {
    var notification = SignableNotification(
      type, notificationUUID: UUID().uuidString.lowercased(), signedDate: content.signedDate)
    notification.data = SignableNotificationData(
      bundleId: Self.bundleID, environment: "Production", appAppleId: Self.appAppleID)
    let jws = try authority.sign(notification: notification, transaction: content)
    return #"{"signedPayload":"\#(jws)"}"#
  }
}
