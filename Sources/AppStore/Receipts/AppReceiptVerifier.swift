import COpenSSL
package import Foundation

/// A verifier of app receipts, which Apple signs as PKCS #7 messages.
///
/// A receipt is verified as of its own creation date, so stored evidence still verifies after the
/// certificates have expired. Verification cannot be switched off: a test brings its own root.
///
/// https://developer.apple.com/documentation/technotes/tn3138-handling-app-store-receipt-signing-certificate-changes
package struct AppReceiptVerifier: Sendable {
  /// The largest accepted receipt in bytes.
  package static let sizeMax = 5 * 1_024 * 1_024
  /// 2009-01-01T00:00:00Z. Apps sold nothing before 2009.
  private static let earliest: Timestamp = 1_230_768_000_000
  /// The largest accepted lead of the creation date over the local clock, in seconds.
  private static let aheadMax: TimeInterval = 86_400

  private let roots: [RootCertificate]

  /// Trusts these roots only. To add roots to Apple's, pass `[.appleRSA] + further`. A self-signed
  /// certificate of Xcode is trusted if it is a root for `Xcode` alone.
  package init(roots: [RootCertificate] = [.appleRSA]) {
    self.roots = roots
  }

  /// Verifies the signature, then decodes the payload, then verifies the signer's certificate at
  /// the creation date. The root must vouch for the receipt's environment. The creation date is
  /// compared with `now` after all that, so that `receiptCreatedInTheFuture` is said only of
  /// receipts that a trusted chain signed.
  package func verify(_ contents: [UInt8], now: Date) throws(ReceiptError) -> AppReceipt {
    guard contents.count <= Self.sizeMax else { throw .receiptTooLarge }
    defer { ERR_clear_error() }  // OpenSSL keeps the errors of a thread
    let signed = try SignedReceipt.decode(contents)
    let receipt = try AppReceipt(verifiedPayload: signed.verifiedPayload())
    guard receipt.creationDate >= Self.earliest else { throw .certificateNotValidAtCreationDate }
    let chain = try ReceiptChain(of: signed, roots: roots, at: receipt.creationDate)
    try chain.require(environment: receipt.jwsEnvironment, roots: roots)
    let ahead = Double(receipt.creationDate.milliseconds) / 1_000 - now.timeIntervalSince1970
    guard ahead <= Self.aheadMax else { throw .receiptCreatedInTheFuture }
    return receipt
  }
}
