/// `responseBodyV2DecodedPayload`: a notification's outer envelope.
///
/// Of `data`, `summary`, `externalPurchaseToken` and `appData` exactly one is present.
/// Documented under appstoreservernotifications/responsebodyv2decodedpayload.
package struct NotificationPayload: AppleSigned, Hashable {
  package let notificationType: NotificationType?
  package let subtype: NotificationSubtype?
  /// The same in every retry: by it duplicates are known.
  package let notificationUUID: String?
  package let version: String?
  package let signedDate: Timestamp?
  package let data: NotificationData?
  package let summary: NotificationSummary?
  package let externalPurchaseToken: ExternalPurchaseToken?
  package let appData: NotificationAppData?

  package static let signingTimeField = "signedDate"
  package var signingTime: Timestamp? { signedDate }
}

extension NotificationPayload {
  /// The app spoken of, from whichever object is present.
  package var bundleId: String? {
    data?.bundleId ?? summary?.bundleId ?? externalPurchaseToken?.bundleId ?? appData?.bundleId
  }

  /// Apple's number of the app; absent in the sandbox.
  package var appAppleId: Int64? {
    data?.appAppleId ?? summary?.appAppleId ?? externalPurchaseToken?.appAppleId
      ?? appData?.appAppleId
  }

  /// The environment, which an external purchase token tells only by the beginning of its id.
  package var environment: String? {
    data?.environment ?? summary?.environment ?? appData?.environment
      ?? externalPurchaseToken?.environment
  }
}
