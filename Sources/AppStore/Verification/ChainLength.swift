import SwiftASN1
import X509

/// A policy that requires an exact number of certificates, leaf and root included.
struct ChainLength: VerifierPolicy {
  let count: Int

  let verifyingCriticalExtensions: [ASN1ObjectIdentifier] = []

  init(exactly count: Int) {
    self.count = count
  }

  func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
    chain.count == count
      ? .meetsPolicy : .failsToMeetPolicy(reason: "the chain has not \(count) certificates")
  }
}
