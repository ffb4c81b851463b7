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

  package static let signingTimeField = "receiptCreationDate"
  package var signingTime: Timestamp? { receiptCreationDate }
  package var environment: String? { receiptType }
}
