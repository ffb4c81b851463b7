import Crypto
package import Foundation
package import SwiftASN1
import X509

/// A false Apple: its own root, and under it certificates marked as Apple's are.
///
/// What it signs has the very form of what the App Store signs; only the root tells them apart.
package struct Authority: Sendable {
  package static let intermediateMarker: ASN1ObjectIdentifier = [
    1, 2, 840, 113_635, 100, 6, 2, 1,
  ]
  package static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]

  private let root: CertificateIssuer
  private let intermediate: CertificateIssuer
  private let signer: PayloadSigner

  /// A new root, intermediate and leaf, all valid in this time.
  package init(validFrom: Date, validTo: Date) throws {
    let valid = validFrom...validTo
    let root = try CertificateIssuer(root: "Simulated Root CA", valid: valid)
    let intermediate = try root.issueIntermediate(
      "Simulated Worldwide Developer Relations", valid: valid, marker: Self.intermediateMarker)
    try self.init(root: root, intermediate: intermediate, leafValid: valid)
  }

  /// The same root and intermediate with a new leaf, as Apple renews it every other year.
  package func rotatingLeaf(validFrom: Date, validTo: Date) throws -> Authority {
    try Authority(root: root, intermediate: intermediate, leafValid: validFrom...validTo)
  }

  private init(
    root: CertificateIssuer, intermediate: CertificateIssuer, leafValid: ClosedRange<Date>
  ) throws {
    let key = P256.Signing.PrivateKey()
    let leaf = try intermediate.issueLeaf(
      "Simulated Receipt Signing", key: .init(key.publicKey), valid: leafValid,
      marker: Self.leafMarker)
    self.root = root
    self.intermediate = intermediate
    signer = try PayloadSigner(
      key: key, chain: [leaf, intermediate.certificate, root.certificate])
  }

  package var rootCertificatePEM: String {
    get throws { try root.certificate.serializeAsPEM().pemString }
  }

  package var rootCertificateDER: [UInt8] {
    get throws { try root.certificate.serializeAsPEM().derBytes }
  }

  /// A compact JWS with exactly these bytes as its payload.
  package func sign(payload: [UInt8]) throws -> String {
    try signer.sign(payload)
  }

  /// A compact JWS of a payload as JSON.
  package func sign(payload: some Encodable) throws -> String {
    try signer.sign(payload)
  }
}
