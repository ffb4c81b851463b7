package import Foundation

/// Judges whether a JWS was signed by the App Store.
///
/// A JWS is judged as of its own signing time, so that what was kept verifies after its
/// certificates have expired. There is no way around the judgement: a test brings its own root.
package final class PayloadVerifier: Sendable {
  private let roots: [RootCertificate]
  let cache = VerifiedChainCache()

  /// Trusts these roots only; further ones stand beside Apple's as `[.appleG3] + further`.
  package init(roots: [RootCertificate] = [.appleG3]) {
    self.roots = roots
  }

  /// Verifies header, chain and signature, in this order, and only then decodes the payload.
  package func verify<P: AppleSigned>(
    _ signed: SignedPayload, as type: P.Type, now: Date
  ) async throws(VerificationError) -> Verified<P> {
    if let verified = try verifyIfCached(signed, as: type, now: now) { return verified }
    let header = try JWSHeader(signed.header())
    let time = try SigningTime.peek(signed.payload(), as: type, now: now)
    let chain = try await UnverifiedChain(header, roots: roots).verified(at: time)
    let digest = signed.headerDigest
    let verified = try chain.verify(signed, as: type, headerDigest: digest, now: now)
    cache.keep(chain, for: digest, now: now)
    return verified
  }

  package func verify<P: AppleSigned>(
    _ jws: String, as type: P.Type, now: Date
  ) async throws(VerificationError) -> Verified<P> {
    try await verify(SignedPayload(jws), as: type, now: now)
  }

  /// The quick way, without suspension: nil if the header's chain has not been verified of late.
  package func verifyIfCached<P: AppleSigned>(
    _ signed: SignedPayload, as type: P.Type, now: Date
  ) throws(VerificationError) -> Verified<P>? {
    let digest = signed.headerDigest
    guard let chain = cache.chain(for: digest, now: now) else { return nil }
    return try chain.verify(signed, as: type, headerDigest: digest, now: now)
  }
}
