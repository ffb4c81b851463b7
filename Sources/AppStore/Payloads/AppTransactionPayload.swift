/// `JWSAppTransaction`: Apple's signed record of one customer's download of the app.
///
/// https://developer.apple.com/documentation/appstoreserverapi/appTransaction
package struct AppTransactionPayload: AppleSigned, Hashable {
  /// The environment.
  package let receiptType: String?
  package let appAppleId: Int64?
  package let bundleId: String?
  package let applicationVersion: String?
  package let versionExternalIdentifier: Int64?
  /// The signing time, which other payloads call `signedDate`.
  package let receiptCreationDate: Timestamp?
  package let requestDate: Timestamp?
  package let originalPurchaseDate: Timestamp?
  package let originalApplicationVersion: String?
  package let preorderDate: Timestamp?
  package let appTransactionId: String?
  package let originalPlatform: String?
  package let deviceVerification: String?
  package let deviceVerificationNonce: String?

  package init(_ json: JSONObject) throws(JSONError) {
    receiptType = try json.string("receiptType")
    appAppleId = try json.integer("appAppleId")
    bundleId = try json.string("bundleId")
    applicationVersion = try json.string("applicationVersion")
    versionExternalIdentifier = try json.integer("versionExternalIdentifier")
    receiptCreationDate = try json.timestamp("receiptCreationDate")
    requestDate = try json.timestamp("requestDate")
    originalPurchaseDate = try json.timestamp("originalPurchaseDate")
    originalApplicationVersion = try json.string("originalApplicationVersion")
    preorderDate = try json.timestamp("preorderDate")
    appTransactionId = try json.string("appTransactionId")
    originalPlatform = try json.string("originalPlatform")
    deviceVerification = try json.string("deviceVerification")
    deviceVerificationNonce = try json.string("deviceVerificationNonce")
  }

  package static let signingTimeField: StaticString = "receiptCreationDate"
  package var signingTime: Timestamp? { receiptCreationDate }
  package var environment: String? { receiptType }
}
