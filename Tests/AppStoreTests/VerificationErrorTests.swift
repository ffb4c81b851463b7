import AppStore
import Testing

struct VerificationErrorTests {
  @Test(
    arguments: [
      (.malformedJWS(field: "header"), "malformed_jws", "header"),
      (.unsupportedAlgorithm, "unsupported_algorithm", "header.alg"),
      (.invalidCertificateChain, "invalid_certificate_chain", "header.x5c"),
      (.missingAppleMarker(certificate: "leaf"), "missing_apple_marker", "leaf"),
      (.untrustedRoot, "untrusted_root", "header.x5c"),
      (.rootNotForEnvironment, "root_not_for_environment", "header.x5c"),
      (.certificateNotValidAtSignedDate, "certificate_not_valid_at_signed_date", "header.x5c"),
      (.invalidSignature, "invalid_signature", "signature"),
      (.missingSignedDate(field: "signedDate"), "missing_signed_date", "signedDate"),
      (.certificateRevoked, "certificate_revoked", "header.x5c"),
      (.revocationStatusUnavailable, "revocation_status_unavailable", "header.x5c"),
      (.signedInTheFuture, "signed_in_the_future", "signing time"),
      (.unreadablePayload(field: "price"), "unreadable_payload", "price"),
      (.mismatchedPayloads(field: "bundleId"), "mismatched_payloads", "bundleId"),
    ] as [(VerificationError, String, String)])
  func `a rejection has a stable code, names its field and a remedy`(
    error: VerificationError, code: String, field: String
  ) {
    #expect(error.code == code)
    #expect(error.description.contains(field) && error.description.contains("; "))
  }
}
