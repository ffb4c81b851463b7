import Foundation
import X509

/// The check that no certificate of a chain was revoked.
///
/// It runs after the signature has been verified, so only what Apple signed leads to a question. A
/// chain that passed is trusted until the cache of verified chains forgets it, after a quarter of
/// an hour.
package struct RevocationCheck: Sendable {
  private let refused: Set<CertificateSerial>
  private let statuses: CertificateStatuses?

  /// - Parameters:
  ///   - refused: serial numbers that are refused whatever their issuer says.
  ///   - asksIssuers: true to ask the issuers' OCSP responders.
  ///   - timeout: the time limit of one question.
  package init(
    refusing refused: Set<CertificateSerial> = [], asksIssuers: Bool = false,
    timeout: Duration = .seconds(5)
  ) {
    self.refused = refused
    statuses = asksIssuers ? CertificateStatuses(timeout: timeout) : nil
  }

  /// Throws `certificateRevoked` or, if an issuer's responder gives no usable answer,
  /// `revocationStatusUnavailable`.
  func require(_ path: CertificatePath, now: Date) async throws(VerificationError) {
    guard refused.isDisjoint(with: path.serials) else { throw .certificateRevoked }
    switch await statuses?.status(of: path, now: now) {
    case nil, .good: return
    case .revoked: throw .certificateRevoked
    case .unknown: throw .revocationStatusUnavailable
    }
  }
}

/// A valid path of certificates: those of the leaf and of the intermediate, under a trusted root.
struct CertificatePath: Sendable {
  let leaf: Certificate
  let intermediate: Certificate
  let root: Certificate

  var serials: [CertificateSerial] {
    [leaf, intermediate].map { CertificateSerial($0.serialNumber) }
  }
}
