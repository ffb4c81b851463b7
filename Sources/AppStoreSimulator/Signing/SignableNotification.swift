/// A notification to be signed, in Apple's field names; what is nil is left out.
///
/// The JWS inside are signed beforehand; `Authority.sign(notification:…)` does both.
package struct SignableNotification: Encodable, Sendable {
  package var notificationType: String
  package var subtype: String?
  package var notificationUUID: String
  package var version = "2.0"
  /// Milliseconds since 1970.
  package var signedDate: Int64
  package var data: SignableNotificationData?
  package var summary: SignableSummary?
  package var externalPurchaseToken: SignableExternalPurchaseToken?
  package var appData: SignableAppData?

  package init(
    _ notificationType: String, subtype: String? = nil, notificationUUID: String,
    signedDate: Int64, data: SignableNotificationData? = nil
  ) {
    self.notificationType = notificationType
    self.subtype = subtype
    self.notificationUUID = notificationUUID
    self.signedDate = signedDate
    self.data = data
  }
}

extension Authority {
  /// Signs the parts given, puts them into the notification's `data`, which is made of the
  /// transaction if there is none, and signs the whole.
  package func sign(
    notification: SignableNotification, transaction: SignableTransaction? = nil,
    renewal: SignableRenewal? = nil
  ) throws -> String {
    var whole = notification
    if whole.data == nil, let transaction {
      whole.data = SignableNotificationData(
        bundleId: transaction.bundleId, environment: transaction.environment)
    }
    if let transaction { whole.data?.signedTransactionInfo = try sign(payload: transaction) }
    if let renewal { whole.data?.signedRenewalInfo = try sign(payload: renewal) }
    return try sign(payload: whole)
  }
}
