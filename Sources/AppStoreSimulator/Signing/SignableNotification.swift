/// A notification to sign, with Apple's field names. Fields that are nil are left out.
///
/// The JWS inside must be signed first; `Authority.sign(notification:…)` signs both.
package struct SignableNotification: Encodable, Sendable {
  package var notificationType: String
  package var subtype: String?
  package var notificationUUID: String
  package var version = "2.0"
  /// The date of the signature in milliseconds since 1970.
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
  /// Signs the given parts, adds them to the notification's `data`, and signs the whole. Derives
  /// `data` from the transaction if the notification has none.
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
