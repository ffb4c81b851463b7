package import Crypto
package import Foundation
import JSONBytes

/// The In-App Purchase key of the developer who sells in a simulated App Store.
///
/// The developer has the private key as a file and signs requests with it. The App Store knows the
/// public key and both ids.
package struct DeveloperKey: Sendable, CustomStringConvertible {
  /// The id of the issuer, a UUID in lower case.
  package let issuerID: String
  /// The id of the key: ten capital letters and digits.
  package let keyID: String
  package let publicKey: P256.Signing.PublicKey
  /// The private key in PKCS #8, which the developer downloads as `SubscriptionKey_<keyID>.p8`.
  package let privateKeyPEM: String

  /// Creates a new key with new ids.
  package init() {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
    let keyID = String((0..<10).map { _ in alphabet[Int.random(in: alphabet.indices)] })
    self.init(
      issuerID: UUID().uuidString.lowercased(), keyID: keyID, key: P256.Signing.PrivateKey())
  }

  init(issuerID: String, keyID: String, key: P256.Signing.PrivateKey) {
    self.issuerID = issuerID
    self.keyID = keyID
    publicKey = key.publicKey
    privateKeyPEM = key.pemRepresentation
  }

  /// The ids, without the key itself.
  package var description: String { "In-App Purchase key \(keyID) of issuer \(issuerID)" }
}

extension DeveloperKey {
  /// Returns a bearer token for the Server API that is valid for five minutes.
  package func token(for bundleID: String, at now: Date) throws -> String {
    let issued = Int64(now.timeIntervalSince1970)
    let header = ["alg": "ES256", "kid": keyID, "typ": "JWT"]
    let claims = Claims(
      iss: issuerID, iat: issued, exp: issued + 300, aud: "appstoreconnect-v1", bid: bundleID)
    let content = try [PayloadSigner.json(header), PayloadSigner.json(claims)]
      .map { Base64URL.encode($0) }.joined(separator: ".")
    let key = try P256.Signing.PrivateKey(pemRepresentation: privateKeyPEM)
    let signature = try key.signature(for: Data(content.utf8))
    return "\(content).\(Base64URL.encode(signature.rawRepresentation))"
  }

  /// Returns true if this key made a signature, which is DER in Base64, of a text.
  package func hasSigned(_ text: String, _ signature: String) throws -> Bool {
    guard let bytes = Data(base64Encoded: signature) else { return false }
    return publicKey.isValidSignature(
      try P256.Signing.ECDSASignature(derRepresentation: bytes), for: Data(text.utf8))
  }

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let bid: String
  }
}
