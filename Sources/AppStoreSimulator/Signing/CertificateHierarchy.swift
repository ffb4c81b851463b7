import Crypto
import Foundation
import X509

/// A root and an intermediate with their keys, named and marked like Apple's.
struct CertificateHierarchy: Sendable {
  let root: CertificateIssuer
  let intermediate: CertificateIssuer

  /// Creates a new root and a new intermediate, both valid in this time.
  init(valid: ClosedRange<Date>) throws {
    root = try CertificateIssuer(root: "Simulated App Store Root CA", valid: valid)
    intermediate = try root.issueIntermediate(
      "Simulated Worldwide Developer Relations Certification Authority", valid: valid,
      marker: Authority.intermediateMarker)
  }

  /// Returns a new key with its certificate.
  func makeLeaf(valid: ClosedRange<Date>) throws -> SigningLeaf {
    let key = P256.Signing.PrivateKey()
    let certificate = try intermediate.issueLeaf(
      "Simulated App Store Receipt Signing", key: .init(key.publicKey),
      valid: valid, marker: Authority.leafMarker)
    return SigningLeaf(key: key, certificate: certificate)
  }
}

/// A key that signs payloads, with its certificate.
struct SigningLeaf: Sendable {
  let key: P256.Signing.PrivateKey
  let certificate: Certificate

  /// Returns a signer with this leaf, whose header lists the leaf, the intermediate and the root.
  func signer(under intermediate: Certificate, and root: Certificate) throws -> PayloadSigner {
    try PayloadSigner(key: key, chain: [certificate, intermediate, root])
  }
}
