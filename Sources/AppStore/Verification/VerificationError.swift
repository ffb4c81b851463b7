/// A reason for rejecting a JWS. Callers answer each case differently.
package enum VerificationError: Error, Equatable, Sendable {
  /// The JWS is not compact, or the named part cannot be read.
  case malformedJWS(field: String)
  case unsupportedAlgorithm
  /// The header has other than three readable certificates, or a certificate does not verify with
  /// its issuer.
  case invalidCertificateChain
  /// The named certificate lacks the extension with which Apple marks its purpose.
  case missingAppleMarker(certificate: String)
  case untrustedRoot
  /// The root is trusted, but not for the environment of the payload.
  case rootNotForEnvironment
  case certificateNotValidAtSignedDate
  /// Apple revoked a certificate of the chain, or the operator refuses it.
  case certificateRevoked
  /// The issuer's responder gave no usable answer. A later attempt may succeed.
  case revocationStatusUnavailable
  case invalidSignature
  case missingSignedDate(field: String)
  case signedInTheFuture
  /// The payload is genuine but does not have the expected form.
  case unreadablePayload(field: String)
  /// A JWS inside a notification names another app or environment than the notification.
  case mismatchedPayloads(field: String)

  /// A stable code for logs, metrics and answers.
  package var code: String {
    switch self {
    case .malformedJWS: "malformed_jws"
    case .unsupportedAlgorithm: "unsupported_algorithm"
    case .invalidCertificateChain: "invalid_certificate_chain"
    case .missingAppleMarker: "missing_apple_marker"
    case .untrustedRoot: "untrusted_root"
    case .rootNotForEnvironment: "root_not_for_environment"
    case .certificateNotValidAtSignedDate: "certificate_not_valid_at_signed_date"
    case .certificateRevoked: "certificate_revoked"
    case .revocationStatusUnavailable: "revocation_status_unavailable"
    case .invalidSignature: "invalid_signature"
    case .missingSignedDate: "missing_signed_date"
    case .signedInTheFuture: "signed_in_the_future"
    case .unreadablePayload: "unreadable_payload"
    case .mismatchedPayloads: "mismatched_payloads"
    }
  }
}

extension VerificationError: CustomStringConvertible {
  /// The field and the remedy, without any of the content.
  package var description: String {
    switch self {
    case .malformedJWS(let field):
      "\(field) is unreadable; send the JWS exactly as Apple issued it"
    case .unsupportedAlgorithm:
      "header.alg is not ES256; send a JWS issued by the App Store"
    case .invalidCertificateChain:
      "header.x5c is not a chain of three certificates; send a JWS issued by the App Store"
    case .missingAppleMarker(let certificate):
      "the \(certificate) in header.x5c is not marked for App Store signing; send a JWS issued by "
        + "the App Store"
    case .untrustedRoot:
      "the root in header.x5c is not trusted; configure it as a trust root if it is a test root"
    case .rootNotForEnvironment:
      "the root in header.x5c does not vouch for the payload's environment; bind the trust root to "
        + "that environment if its signatures count there"
    case .certificateNotValidAtSignedDate:
      "a certificate in header.x5c was not valid at the signing time; fetch the JWS again"
    case .certificateRevoked:
      "a certificate in header.x5c was revoked; fetch the JWS again"
    case .revocationStatusUnavailable:
      "the issuer of a certificate in header.x5c does not say whether it was revoked; send it again"
    case .invalidSignature:
      "the signature does not match; send the JWS exactly as Apple issued it"
    case .missingSignedDate(let field):
      "\(field) is missing; fetch the JWS again"
    case .signedInTheFuture:
      "the signing time is more than a day ahead; set this machine's clock"
    case .unreadablePayload(let field):
      "\(field) is not of the expected form; send this JWS where its kind is expected"
    case .mismatchedPayloads(let field):
      "\(field) differs from the notification's; send the notification exactly as Apple issued it"
    }
  }
}
