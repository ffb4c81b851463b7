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

  private let chains: VerifiedReceiptChains

  /// Trusts these roots only. To add roots to Apple's, pass `[.appleRSA] + further`. A self-signed
  /// certificate of Xcode is trusted if it is a root for `Xcode` alone.
  package init(roots: [RootCertificate] = [.appleRSA]) {
    chains = VerifiedReceiptChains(roots: roots)
  }

  /// Verifies the signature, then decodes the payload, then verifies the signer's certificate at
  /// the creation date. The root must vouch for the receipt's environment and app. The creation date is
  /// compared with `now` after all that, so that `receiptCreatedInTheFuture` is said only of
  /// receipts that a trusted chain signed.
  package func verify(_ contents: [UInt8], now: Date) throws(ReceiptError) -> AppReceipt {
    guard contents.count <= Self.sizeMax else { throw .receiptTooLarge }
    defer { ERR_clear_error() }  // OpenSSL keeps the errors of a thread
    let signed = try SignedReceipt.decode(contents, known: chains)
    let receipt = try AppReceipt(verifiedPayload: signed.verifiedPayload())
    guard receipt.creationDate >= Self.earliest else { throw .certificateNotValidAtCreationDate }
    let chain = try chain(of: signed, at: receipt.creationDate)
    guard chain.environments.contains(receipt.jwsEnvironment) else { throw .rootNotForEnvironment }
    guard chain.apps?.contains(receipt.bundleID) ?? true else { throw .rootNotForApp }
    let ahead = Double(receipt.creationDate.milliseconds) / 1_000 - now.timeIntervalSince1970
    guard ahead <= Self.aheadMax else { throw .receiptCreatedInTheFuture }
    return receipt
  }

  /// Returns the verified chain of a receipt, which is remembered for other receipts of its signer.
  private func chain(
    of signed: borrowing SignedReceipt, at creationDate: Timestamp
  ) throws(ReceiptError) -> VerifiedReceiptChains.Chain {
    let signer = signed.certificates.index(of: try signed.signer())
    if let signer, let known = chains.chain(of: signer, in: signed, at: creationDate) {
      return known
    }
    let roots = chains.roots
    let chain = try ReceiptChain(of: signed, roots: roots, at: creationDate).verified(under: roots)
    if let signer { chains.keep(chain, of: signer, in: signed) }
    return chain
  }
}
