/// An app transaction to sign, with Apple's field names. Fields that are nil are left out.
package struct SignableAppTransaction: Encodable, Sendable {
  package var receiptType: String
  package var appAppleId: Int64?
  package var bundleId: String
  package var applicationVersion = "1"
  package var versionExternalIdentifier: Int64?
  /// The date of the receipt in milliseconds since 1970, like all dates of this type.
  package var receiptCreationDate: Int64
  package var requestDate: Int64?
  package var originalPurchaseDate: Int64
  package var originalApplicationVersion = "1"
  package var preorderDate: Int64?
  package var appTransactionId: String?
  package var originalPlatform: String? = "iOS"
  /// The proof of the device that made the app transaction, in Base64.
  package var deviceVerification: String?
  package var deviceVerificationNonce: String?

  package init(
    bundleId: String, receiptCreationDate: Int64, originalPurchaseDate: Int64? = nil,
    receiptType: String = "Sandbox"
  ) {
    self.bundleId = bundleId
    self.receiptCreationDate = receiptCreationDate
    self.originalPurchaseDate = originalPurchaseDate ?? receiptCreationDate
    self.receiptType = receiptType
  }
}
