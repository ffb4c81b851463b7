import Foundation

@testable import AppStore

extension PayloadVerifier {
  /// Verifies by the cached chain of the header alone. Returns nil if the chain is not cached.
  func verifyIfCached<P: AppleSigned>(
    _ signed: SignedPayload, as type: P.Type, now: Date
  ) throws(VerificationError) -> Verified<P>? {
    let hashed = HashedPayload(signed)
    return try cache.chain(for: hashed.headerDigest, now: now)?.verify(
      hashed, as: type, within: nil, now: now)
  }
}
