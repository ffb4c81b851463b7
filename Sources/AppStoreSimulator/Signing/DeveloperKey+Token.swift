import AppStore
import Crypto
package import Foundation

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

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud: String
    let bid: String
  }
}
