/// The form of a signed app receipt. Apple's receipts had several forms over the years.
package struct ReceiptForm: Sendable, Hashable {
  /// The digest of the payload. Apple changed from SHA-1 to SHA-256 in August 2023.
  package enum Digest: Sendable, Hashable {
    case sha1
    case sha256
    /// A digest that no receipt has and every verifier rejects.
    case md5
  }

  package var digest: Digest = .sha256
  /// True if the signature covers attributes, one of which is the digest of the payload; false if
  /// it covers the payload itself, as in Apple's receipts.
  package var hasSignedAttributes = false
  /// True if the encoding states no lengths ahead, as in receipts from Xcode.
  package var hasIndefiniteLengths = false

  package init(
    _ digest: Digest = .sha256, hasSignedAttributes: Bool = false,
    hasIndefiniteLengths: Bool = false
  ) {
    self.digest = digest
    self.hasSignedAttributes = hasSignedAttributes
    self.hasIndefiniteLengths = hasIndefiniteLengths
  }
}
