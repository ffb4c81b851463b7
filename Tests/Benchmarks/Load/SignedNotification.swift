import AppStoreSimulator
import Foundation

/// A notification with its three signatures.
struct SignedNotification: Sendable {
  let signedPayload: String
  let signedTransaction: String
  let signedRenewal: String

  init(number: Int64, time: Int64, authority: Authority) throws {
    let scenario = RenewalScenario(number: number, time: time)
    signedTransaction = try authority.sign(payload: scenario.transaction)
    signedRenewal = try authority.sign(payload: scenario.renewal)
    var notification = scenario.notification
    notification.data?.signedTransactionInfo = signedTransaction
    notification.data?.signedRenewalInfo = signedRenewal
    signedPayload = try authority.sign(payload: notification)
  }

  /// The body that Apple posts.
  var body: [UInt8] { Array("{\"signedPayload\":\"\(signedPayload)\"}".utf8) }
}

/// A monthly subscription that has just renewed.
private struct RenewalScenario {
  private static let firstTransactionID: Int64 = 400_000_000_000_000

  let transaction: SignableTransaction
  let renewal: SignableRenewal
  let notification: SignableNotification

  init(number: Int64, time: Int64) {
    let app = NotificationPress.app
    let id = String(Self.firstTransactionID + number)
    let month: Int64 = 30 * 86_400_000
    let account = UUID().uuidString.lowercased()
    var transaction = SignableTransaction(
      transactionId: id, bundleId: app.bundleID, productId: "\(app.bundleID).pro.monthly",
      purchaseDate: time - 3_600_000, expiresDate: time + month, signedDate: time,
      environment: "Production")
    transaction.webOrderLineItemId = id
    transaction.subscriptionGroupIdentifier = "21000001"
    transaction.appAccountToken = account
    transaction.transactionReason = "RENEWAL"
    transaction.price = 9_990
    transaction.currency = "USD"
    transaction.appTransactionId = "7\(id)"
    var renewal = SignableRenewal(
      originalTransactionId: id, productId: transaction.productId, renewalDate: time + month,
      signedDate: time, environment: "Production")
    renewal.renewalPrice = 9_990
    renewal.currency = "USD"
    renewal.isInBillingRetryPeriod = false
    renewal.recentSubscriptionStartDate = time - 3_600_000
    renewal.appAccountToken = account
    renewal.appTransactionId = transaction.appTransactionId
    var notification = SignableNotification(
      "DID_RENEW", notificationUUID: UUID().uuidString.lowercased(), signedDate: time,
      data: SignableNotificationData(
        bundleId: app.bundleID, environment: "Production", appAppleId: app.appAppleID))
    notification.data?.status = 1
    self.transaction = transaction
    self.renewal = renewal
    self.notification = notification
  }
}
