import SwiftASN1
import X509

/// A policy that tells certificates that sign certificates from the one that signs payloads, by RFC 5280 §4.2.1.3 and
/// §6.1.4 (n), which the verifier's own policy leaves out.
struct CertificateRoles: VerifierPolicy {
  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    do {
      if try Self.signsCertificates(chain[0]) {
        return .failsToMeetPolicy(reason: "the leaf certificate is an authority")
      }
      for index in 1..<max(1, chain.count - 1) {  // the root is known byte for byte
        guard try chain[index].extensions.keyUsage?.keyCertSign == true else {
          return .failsToMeetPolicy(reason: "an intermediate certificate may not sign certificates")
        }
      }
      return .meetsPolicy
    } catch {
      return .failsToMeetPolicy(reason: "an extension cannot be read")
    }
  }

  /// Returns true if a certificate says of itself that it is an authority, in either extension.
  private static func signsCertificates(_ certificate: Certificate) throws -> Bool {
    if case .isCertificateAuthority? = try certificate.extensions.basicConstraints { return true }
    return try certificate.extensions.keyUsage?.keyCertSign == true
  }
}
