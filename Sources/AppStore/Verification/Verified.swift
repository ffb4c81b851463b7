package import Crypto
import Foundation

/// A payload that Apple signed. Only a `PayloadVerifier` creates one.
///
/// The caller still compares bundle, app and environment with the configuration.
package struct Verified<Payload: AppleSigned>: Sendable {
  package let payload: Payload
  package let signed: SignedPayload
  /// SHA-256 of the encoded header segment.
  package let headerDigest: SHA256Digest

  /// The JWS, byte for byte as received.
  package var jws: String { signed.text }

  fileprivate init(payload: Payload, signed: SignedPayload, headerDigest: SHA256Digest) {
    self.payload = payload
    self.signed = signed
    self.headerDigest = headerDigest
  }
}

extension VerifiedChain {
  /// Checks the signature, then decodes, then compares the environment with the root's, and the
  /// signing time first with the chain's validity and then with `now`.
  ///
  /// - Parameter enclosing: the environment of a payload that names none.
  func verify<P: AppleSigned>(
    _ signed: SignedPayload, as: P.Type, within enclosing: String?, headerDigest: SHA256Digest,
    now: Date
  ) throws(VerificationError) -> Verified<P> {
    try verifySignature(of: signed)
    let payload: P = try decode(signed.payload())
    guard environments.contains(payload.environment ?? enclosing) else {
      throw .rootNotForEnvironment
    }
    let time = try SigningTime(payload.signingTime, of: P.self)
    guard validity.contains(time.seconds) else { throw .certificateNotValidAtSignedDate }
    try time.compare(with: now)
    return Verified(payload: payload, signed: signed, headerDigest: headerDigest)
  }

  /// Verifies the signature, which is r and s of 32 bytes each. Rejects the DER form.
  private func verifySignature(of signed: SignedPayload) throws(VerificationError) {
    let raw = try signed.signature()
    guard raw.count == 64,
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
      leafKey.isValidSignature(signature, for: signed.signedDigest)
    else { throw .invalidSignature }
  }

  private func decode<P: AppleSigned>(_ json: [UInt8]) throws(VerificationError) -> P {
    do {
      return try JSONDecoder().decode(P.self, from: Data(json))
    } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
      throw .unreadablePayload(field: context.codingPath.last?.stringValue ?? "payload")
    } catch {
      throw .unreadablePayload(field: "payload")
    }
  }
}
