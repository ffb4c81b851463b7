import Foundation
import SwiftASN1
package import X509

/// A substitute for the authority with which Apple signs app receipts: RSA keys, a root of its own,
/// and certificates marked like Apple's.
///
/// The authority signs with one leaf, and the keys of root and intermediate are discarded.
package struct ReceiptAuthority: Sendable {
  /// The certificates from the signer's to the root's.
  package let certificates: [Certificate]
  package let key: Certificate.PrivateKey
  private let root: Certificate

  /// Creates an authority with a new root, intermediate and leaf, all valid in this time, which is
  /// in milliseconds since 1970.
  package init(signingIn years: Range<Int64> = SigningAuthority.years) throws {
    let valid = Self.date(years.lowerBound)...Self.date(years.upperBound)
    let root = try CertificateIssuer(
      root: "Simulated App Store Receipt Root CA", valid: valid, key: Self.makeKey(),
      algorithm: .sha256WithRSAEncryption)
    let intermediate = try root.issueIntermediate(
      "Simulated Worldwide Developer Relations Certification Authority", valid: valid,
      marker: Authority.intermediateMarker, key: Self.makeKey())
    let key = try Self.makeKey()
    let leaf = try intermediate.issueLeaf(
      "Simulated Mac App Store and iTunes Store Receipt Signing", key: key.publicKey, valid: valid,
      marker: Authority.leafMarker)
    self.init(key: key, certificates: [leaf, intermediate.certificate, root.certificate])
  }

  /// Creates an authority like Xcode's, with one self-signed certificate.
  package init(xcodeSigningIn years: Range<Int64>) throws {
    let key = try Self.makeKey()
    let issuer = try CertificateIssuer(
      root: "Simulated StoreKit", valid: Self.date(years.lowerBound)...Self.date(years.upperBound),
      key: key, algorithm: .sha256WithRSAEncryption)
    self.init(key: key, certificates: [issuer.certificate])
  }

  /// Creates an authority that embeds these certificates in its receipts: the signer's first, the
  /// root's last. There must be one at least.
  package init(key: Certificate.PrivateKey, certificates: [Certificate]) {
    guard let root = certificates.last else {
      preconditionFailure("an authority has at least one certificate")
    }
    self.key = key
    self.certificates = certificates
    self.root = root
  }

  /// Returns a new RSA key of 2048 bits, which is what Apple uses.
  package static func makeKey() throws -> Certificate.PrivateKey {
    try Certificate.PrivateKey(derBytes: RSAKey().pkcs8)
  }

  /// The root certificate to trust, in PEM.
  package var rootCertificatePEM: String {
    get throws { try root.serializeAsPEM().pemString }
  }

  package var rootCertificateDER: [UInt8] {
    get throws { try root.serializeAsPEM().derBytes }
  }

  /// Returns a signed app receipt, which is a PKCS #7 message.
  package func sign(
    _ receipt: SignableAppReceipt, as form: ReceiptForm = ReceiptForm()
  ) throws -> [UInt8] {
    try sign(payload: receipt.payload, as: form)
  }

  /// Returns a PKCS #7 message with exactly these bytes as its payload.
  package func sign(payload: [UInt8], as form: ReceiptForm = ReceiptForm()) throws -> [UInt8] {
    let writer = SignedMessageWriter(
      key: try key.serializeAsPEM().derBytes,
      certificates: try certificates.map { try $0.serializeAsPEM().derBytes })
    return try writer.write(payload, as: form)
  }

  private static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds / 1_000))
  }
}

extension ReceiptAuthority {
  /// The PEM blocks of the signer's private key and of all certificates, the root's last.
  package var pem: String {
    get throws {
      let blocks =
        [try key.serializeAsPEM().pemString]
        + (try certificates.map { try $0.serializeAsPEM().pemString })
      return blocks.map { "\($0)\n" }.joined()
    }
  }

  /// Reads the text that `pem` writes; fails for any other text.
  package init?(pem: String) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem)
      guard documents.count >= 2 else { return nil }
      let key = try Certificate.PrivateKey(pemDocument: documents[0])
      let certificates = try documents.dropFirst().map(Certificate.init(pemDocument:))
      guard certificates.first?.publicKey == key.publicKey else { return nil }
      self.init(key: key, certificates: certificates)
    } catch {
      return nil
    }
  }
}
