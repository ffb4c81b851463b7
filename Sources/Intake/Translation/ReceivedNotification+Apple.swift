import AppStore
import Foundation
import Ledger

extension ReceivedNotification {
  /// Translates a verified notification's own fields. Unknown types are kept as received.
  init(
    _ payload: NotificationPayload, transaction: TransactionFact?, renewal: RenewalFact?,
    details: [String: String]
  ) throws(TranslationError) {
    let uuid = payload.notificationUUID.flatMap(UUID.init(uuidString:))
    self.init(
      notificationUUID: try uuid.required("notificationUUID"),
      notificationType: try payload.notificationType.required("notificationType").rawValue,
      subtype: payload.subtype?.rawValue,
      bundleID: BundleID(try payload.bundleId.required("bundleId")),
      environment: try StoreEnvironment(apple: payload.environment).required("environment"),
      chain: transaction?.chain ?? renewal?.chain, transactionID: transaction?.transactionID,
      status: payload.data?.status, details: details, trust: .signed,
      signedDate: Instant(apple: try payload.signedDate.required("signedDate")))
  }
}

extension VerifiedNotification {
  /// The notification's content beside transaction and renewal, by Apple's field names.
  var details: [String: String] {
    let payload = notification.payload
    var details = payload.summary?.details ?? [:]
    details.merge(payload.externalPurchaseToken?.details ?? [:]) { first, _ in first }
    details["data.consumptionRequestReason"] = payload.data?.consumptionRequestReason
    details["data.bundleVersion"] = payload.data?.bundleVersion
    details["appData.appTransactionId"] = appTransaction?.payload.appTransactionId
    return details
  }
}

extension NotificationSummary {
  fileprivate var details: [String: String] {
    var details: [String: String] = [:]
    details["summary.requestIdentifier"] = requestIdentifier
    details["summary.productId"] = productId
    details["summary.storefrontCountryCodes"] = storefrontCountryCodes?.joined(separator: ",")
    details["summary.succeededCount"] = succeededCount.map(String.init)
    details["summary.failedCount"] = failedCount.map(String.init)
    return details
  }
}

extension ExternalPurchaseToken {
  fileprivate var details: [String: String] {
    var details: [String: String] = [:]
    details["externalPurchaseToken.externalPurchaseId"] = externalPurchaseId
    details["externalPurchaseToken.tokenCreationDate"] = tokenCreationDate?.text
    details["externalPurchaseToken.tokenType"] = tokenType
    details["externalPurchaseToken.tokenExpirationDate"] = tokenExpirationDate?.text
    return details
  }
}

extension Timestamp {
  fileprivate var text: String { Instant(apple: self).description }
}
