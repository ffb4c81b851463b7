import SwiftASN1
import X509

/// A certificate extension with which Apple marks the purpose of a certificate. Only its presence
/// is significant.
struct AppleMarker: VerifierPolicy {
  let certificateName: String
  let index: Int
  let oid: ASN1ObjectIdentifier
  /// The identifier as numbers with dots.
  let dottedOID: String

  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

  static let receiptSigning = AppleMarker(
    certificateName: "leaf certificate", index: 0, oid: [1, 2, 840, 113_635, 100, 6, 11, 1])
  static let developerRelations = AppleMarker(
    certificateName: "intermediate certificate", index: 1, oid: [1, 2, 840, 113_635, 100, 6, 2, 1])

  private init(certificateName: String, index: Int, oid: ASN1ObjectIdentifier) {
    self.certificateName = certificateName
    self.index = index
    self.oid = oid
    dottedOID = oid.description
  }

  func marks(_ certificate: Certificate) -> Bool {
    certificate.extensions[oid: oid] != nil
  }

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    chain.count > index && marks(chain[index])
      ? .meetsPolicy
      : .failsToMeetPolicy(reason: "the \(certificateName) lacks Apple's marker")
  }
}
