import AppStore
import AppStoreSimulator
import Foundation
import SwiftASN1
import Testing
import X509

/// The keys of all receipt tests. RSA keys are slow to make, and no test needs its own.
struct ReceiptKeys: Sendable {
  static let decade = now.addingTimeInterval(-5 * year)...now.addingTimeInterval(5 * year)
  private static let shared = Result { try ReceiptKeys() }

  let root: Certificate.PrivateKey
  let intermediate: Certificate.PrivateKey
  let leaf: Certificate.PrivateKey
  /// An authority without flaws.
  let authority: ReceiptAuthority

  private init() throws {
    root = try ReceiptAuthority.makeKey()
    intermediate = try ReceiptAuthority.makeKey()
    leaf = try ReceiptAuthority.makeKey()
    authority = try Self.authority(root, intermediate, leaf)
  }

  static func get() throws -> ReceiptKeys { try shared.get() }

  /// Returns an authority with any flaw.
  func authority(
    intermediateMarker: ASN1ObjectIdentifier? = Authority.intermediateMarker,
    leafMarker: ASN1ObjectIdentifier? = Authority.leafMarker,
    leafValid: ClosedRange<Date> = decade,
    algorithm: Certificate.SignatureAlgorithm = .sha256WithRSAEncryption
  ) throws -> ReceiptAuthority {
    try Self.authority(
      root, intermediate, leaf, intermediateMarker, leafMarker, leafValid, algorithm)
  }

  private static func authority(
    _ rootKey: Certificate.PrivateKey, _ intermediateKey: Certificate.PrivateKey,
    _ leafKey: Certificate.PrivateKey,
    _ intermediateMarker: ASN1ObjectIdentifier? = Authority.intermediateMarker,
    _ leafMarker: ASN1ObjectIdentifier? = Authority.leafMarker,
    _ leafValid: ClosedRange<Date> = decade,
    _ algorithm: Certificate.SignatureAlgorithm = .sha256WithRSAEncryption
  ) throws -> ReceiptAuthority {
    let root = try CertificateIssuer(
      root: "Root", valid: decade, key: rootKey, algorithm: algorithm)
    let intermediate = try root.issueIntermediate(
      "Intermediate", valid: decade, marker: intermediateMarker, key: intermediateKey)
    let leaf = try intermediate.issueLeaf(
      "Leaf", key: leafKey.publicKey, valid: leafValid, marker: leafMarker)
    return ReceiptAuthority(
      key: leafKey, certificates: [leaf, intermediate.certificate, root.certificate])
  }

  /// Returns an authority whose root signs receipts itself, as Xcode's does.
  func selfSigned() throws -> ReceiptAuthority {
    let root = try CertificateIssuer(
      root: "StoreKit", valid: Self.decade, key: leaf, algorithm: .sha256WithRSAEncryption)
    return ReceiptAuthority(key: leaf, certificates: [root.certificate])
  }
}

extension ReceiptAuthority {
  /// Returns the root, trusted for these environments.
  func trustedRoot(for environments: VouchedEnvironments = .all) throws -> RootCertificate {
    try RootCertificate(fileContents: rootCertificateDER, for: environments)
  }

  /// Returns the receipt as a verifier reads it that trusts this authority's root.
  func verified(
    _ receipt: [UInt8], for environments: VouchedEnvironments = .all, now: Date = now
  ) throws -> AppReceipt {
    try AppReceiptVerifier(roots: [trustedRoot(for: environments)]).verify(receipt, now: now)
  }

  /// Returns the code with which a verifier rejects a receipt that trusts this authority's root.
  func rejection(
    of receipt: [UInt8], for environments: VouchedEnvironments = .all, now: Date = now
  ) throws -> String? {
    do {
      _ = try verified(receipt, for: environments, now: now)
      return nil
    } catch let error as ReceiptError {
      return error.code
    }
  }
}

extension SignableAppReceipt {
  /// A receipt with one subscription, created a day before `now`.
  static func month(
    environment: String? = "Production", creationDate: Int64 = nowMilliseconds - 86_400_000
  ) -> SignableAppReceipt {
    let purchase = SignableReceiptPurchase(
      productID: "com.example.game.month", transactionID: "2000000000000001",
      purchaseDate: creationDate - 3_600_000, expiresDate: creationDate + 30 * 86_400_000)
    var receipt = SignableAppReceipt(
      bundleID: "com.example.game", creationDate: creationDate, purchases: [purchase])
    receipt.environment = environment
    receipt.appAppleID = 1_234_567_890
    return receipt
  }
}
