package import Foundation
package import SwiftASN1
import X509

/// A substitute for Apple's signing authority, with a root of its own and certificates marked like
/// Apple's.
///
/// Its signatures have the form of the App Store's; only the root differs. The authority signs with
/// one leaf, whatever the date; `SigningAuthority` changes leaves over the years.
package struct Authority: Sendable {
  package static let intermediateMarker: ASN1ObjectIdentifier = [
    1, 2, 840, 113_635, 100, 6, 2, 1,
  ]
  package static let leafMarker: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 11, 1]

  private let hierarchy: CertificateHierarchy
  private let signer: PayloadSigner

  /// Creates a new root, intermediate and leaf, all valid in this time.
  package init(validFrom: Date, validTo: Date) throws {
    let valid = validFrom...validTo
    try self.init(CertificateHierarchy(valid: valid), leafValid: valid)
  }

  /// Returns the same root and intermediate with a new leaf. Apple renews its leaf every other
  /// year.
  package func rotatingLeaf(validFrom: Date, validTo: Date) throws -> Authority {
    try Authority(hierarchy, leafValid: validFrom...validTo)
  }

  private init(_ hierarchy: CertificateHierarchy, leafValid: ClosedRange<Date>) throws {
    self.hierarchy = hierarchy
    signer = try hierarchy.makeLeaf(valid: leafValid).signer(
      under: hierarchy.intermediate.certificate, and: hierarchy.root.certificate)
  }

  package var rootCertificatePEM: String {
    get throws { try hierarchy.root.certificate.serializeAsPEM().pemString }
  }

  package var rootCertificateDER: [UInt8] {
    get throws { try hierarchy.root.certificate.serializeAsPEM().derBytes }
  }

  /// Returns a compact JWS with exactly these bytes as its payload.
  package func sign(payload: [UInt8]) throws -> String {
    try signer.sign(payload)
  }

  /// Returns a compact JWS of a payload as JSON.
  package func sign(payload: some Encodable) throws -> String {
    try signer.sign(payload)
  }
}
