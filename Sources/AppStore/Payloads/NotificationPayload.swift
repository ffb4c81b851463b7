/// `responseBodyV2DecodedPayload`: a notification's outer envelope.
///
/// Exactly one of `data`, `summary`, `externalPurchaseToken` and `appData` is present. Documented
/// under appstoreservernotifications/responsebodyv2decodedpayload.
package struct NotificationPayload: AppleSigned, Hashable {
  package let notificationType: NotificationType?
  package let subtype: NotificationSubtype?
  /// The notification's identifier, equal in every retry. Duplicates are detected with this value.
  package let notificationUUID: String?
  package let version: String?
  package let signedDate: Timestamp?
  package let data: NotificationData?
  package let summary: NotificationSummary?
  package let externalPurchaseToken: ExternalPurchaseToken?
  package let appData: NotificationAppData?

  package init(_ json: JSONObject) throws(JSONError) {
    notificationType = try json.string("notificationType").map(NotificationType.init)
    subtype = try json.string("subtype").map(NotificationSubtype.init)
    notificationUUID = try json.string("notificationUUID")
    version = try json.string("version")
    signedDate = try json.timestamp("signedDate")
    data = try json.object("data").map(NotificationData.init)
    summary = try json.object("summary").map(NotificationSummary.init)
    externalPurchaseToken = try json.object("externalPurchaseToken").map(ExternalPurchaseToken.init)
    appData = try json.object("appData").map(NotificationAppData.init)
  }

  package static let signingTimeField: StaticString = "signedDate"
  package var signingTime: Timestamp? { signedDate }
}

extension NotificationPayload {
  /// The bundle identifier of the app, from whichever object is present.
  package var bundleId: String? {
    data?.bundleId ?? summary?.bundleId ?? externalPurchaseToken?.bundleId ?? appData?.bundleId
  }

  /// Apple's identifier of the app; absent in the sandbox.
  package var appAppleId: Int64? {
    data?.appAppleId ?? summary?.appAppleId ?? externalPurchaseToken?.appAppleId
      ?? appData?.appAppleId
  }

  /// The environment. For an external purchase token it follows from the prefix of the identifier.
  package var environment: String? {
    data?.environment ?? summary?.environment ?? appData?.environment
      ?? externalPurchaseToken?.environment
  }
}
