import Crypto
import Foundation

/// A payload that Apple signed. Only a `PayloadVerifier` creates one.
///
/// The caller still compares bundle, app and environment with the configuration.
package struct Verified<Payload: AppleSigned>: Sendable {
  package let payload: Payload
  package let signed: SignedPayload
  /// The JSON of the payload, decoded from base64url.
  package let json: [UInt8]

  fileprivate init(payload: Payload, hashed: HashedPayload, json: [UInt8]) {
    self.payload = payload
    self.json = json
    signed = hashed.signed
  }
}

extension VerifiedChain {
  /// Checks the signature, then reads the payload, then compares the environment with the root's, and the
  /// signing time first with the chain's validity and then with `now`.
  ///
  /// - Parameter enclosing: the environment of a payload that names none.
  func verify<P: AppleSigned>(
    _ hashed: HashedPayload, as: P.Type, within enclosing: String?, now: Date
  ) throws(VerificationError) -> Verified<P> {
    try verifySignature(of: hashed)
    let json = try hashed.signed.payload()
    let payload: P = try read(json)
    guard environments.contains(payload.environment ?? enclosing) else {
      throw .rootNotForEnvironment
    }
    let time = try SigningTime(payload.signingTime, of: P.self)
    guard validity.contains(time.seconds) else { throw .certificateNotValidAtSignedDate }
    try time.compare(with: now)
    return Verified(payload: payload, hashed: hashed, json: json)
  }

  /// Verifies the signature, which is r and s of 32 bytes each. Rejects the DER form.
  private func verifySignature(of hashed: HashedPayload) throws(VerificationError) {
    let raw = try hashed.signed.signature()
    guard raw.count == 64,
      let signature = try? P256.Signing.ECDSASignature(rawRepresentation: raw),
      leafKey.isValidSignature(signature, for: hashed.signedDigest)
    else { throw .invalidSignature }
  }

  private func read<P: AppleSigned>(_ json: [UInt8]) throws(VerificationError) -> P {
    do {
      return try P(JSONDocument(json[...]).object())
    } catch .unexpectedValue(let field) {
      throw .unreadablePayload(field: field)
    } catch {
      throw .unreadablePayload(field: "payload")
    }
  }
}
