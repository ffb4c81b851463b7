/// A download of the app to be signed, in Apple's field names; what is nil is left out.
package struct SignableAppTransaction: Encodable, Sendable {
  package var receiptType: String
  package var appAppleId: Int64?
  package var bundleId: String
  package var applicationVersion = "1"
  package var versionExternalIdentifier: Int64?
  /// Milliseconds since 1970, as all dates here.
  package var receiptCreationDate: Int64
  package var requestDate: Int64?
  package var originalPurchaseDate: Int64
  package var originalApplicationVersion = "1"
  package var preorderDate: Int64?
  package var appTransactionId: String?
  package var originalPlatform: String? = "iOS"

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
