import Foundation
@_spi(FixedExpiryValidationTime) import X509

/// A question by OCSP (RFC 6960) to the issuers of a path's certificates.
///
/// A certificate that names no responder, or has expired, is not asked about: responders need not
/// know expired certificates.
struct IssuerQuestion: Sendable {
  private let path: CertificatePath
  private let now: Date
  private let transport: OCSPTransport

  init(about path: CertificatePath, at now: Date, timeout: Duration) {
    self.path = path
    self.now = now
    transport = OCSPTransport(timeout: timeout)
  }

  /// Asks, and asks again if the answer is not a good one: the library's strict mode does not tell a
  /// revoked certificate from an unusable answer, its lenient mode fails for revoked ones only.
  func answer() async -> CertificateStatuses.Status {
    if await passes(.hard) { return .good }
    if transport.wasUnanswered { return .unknown }
    if await passes(.soft) || transport.wasUnanswered { return .unknown }
    return .revoked
  }

  private func passes(_ mode: OCSPFailureMode) async -> Bool {
    let asked = [path.leaf, path.intermediate].filter {
      ($0.notValidBefore...$0.notValidAfter).contains(now)
    }
    guard let first = asked.first else { return true }
    var verifier = Verifier(rootCertificates: CertificateStore([path.root])) {
      RFC5280Policy(fixedExpiryValidationTime: now)
      OCSPVerifierPolicy(
        failureMode: mode, requester: transport, fixedExpiryValidationTime: now)
    }
    let result = await verifier.validate(
      leaf: first, intermediates: CertificateStore(asked.dropFirst()))
    guard case .validCertificate = result else { return false }
    return true
  }
}
