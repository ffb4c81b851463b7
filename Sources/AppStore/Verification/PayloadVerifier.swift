package import Foundation

/// A verifier of JWS that the App Store signed.
///
/// A JWS is verified as of its own signing time, so stored evidence still verifies after the
/// certificates have expired. Verification cannot be switched off: a test brings its own root.
package final class PayloadVerifier: Sendable {
  private let roots: [RootCertificate]
  private let revocation: RevocationCheck?
  let cache = VerifiedChainCache()

  /// Trusts these roots only. To add roots to Apple's, pass `[.appleG3] + further`.
  /// Without a revocation check, certificates are trusted for as long as they are valid.
  package init(roots: [RootCertificate] = [.appleG3], revocation: RevocationCheck? = nil) {
    self.roots = roots
    self.revocation = revocation
  }

  /// Verifies header, chain and signature, in this order, and only then decodes the payload. Its
  /// root must vouch for its environment. Its signing time is compared with `now` after all that,
  /// so that `signedInTheFuture` is said only of payloads that a trusted chain signed. Last, no
  /// certificate may be revoked.
  ///
  /// - Parameter enclosing: the environment of the notification around the payload. A payload that
  ///   names no environment has this one.
  package func verify<P: AppleSigned>(
    _ signed: SignedPayload, as type: P.Type, within enclosing: String? = nil, now: Date
  ) async throws(VerificationError) -> Verified<P> {
    try await verify(HashedPayload(signed), as: type, within: enclosing, now: now)
  }

  func verify<P: AppleSigned>(
    _ hashed: HashedPayload, as type: P.Type, within enclosing: String? = nil, now: Date
  ) async throws(VerificationError) -> Verified<P> {
    if let chain = cache.chain(for: hashed.headerDigest, now: now) {
      return try chain.verify(hashed, as: type, within: enclosing, now: now)
    }
    let header = try JWSHeader(hashed.signed.header())
    let time = try SigningTime.peek(hashed.signed.payload(), as: type)
    let unverified = try UnverifiedChain(header, roots: roots)
    let chain = try await unverified.verified(at: time)
    let verified = try chain.verify(hashed, as: type, within: enclosing, now: now)
    try await revocation?.require(unverified.path, now: now)
    cache.keep(chain, for: hashed.headerDigest, now: now)
    return verified
  }

  package func verify<P: AppleSigned>(
    _ jws: String, as type: P.Type, within enclosing: String? = nil, now: Date
  ) async throws(VerificationError) -> Verified<P> {
    try await verify(SignedPayload(jws), as: type, within: enclosing, now: now)
  }
}
