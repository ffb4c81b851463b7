import AppStore
import AppStoreSimulator
import Crypto
import Foundation

/// A token of a shop's developer, valid until a test changes something in it.
struct ServerAPIToken {
  var header: [String: String]
  var issuer: String
  var audience = "appstoreconnect-v1"
  var bundleID = "com.example.game"
  /// The time of issue, in seconds since 1970.
  var issued: Int64
  var expires: Int64
  var key: P256.Signing.PrivateKey

  private struct Claims: Encodable {
    let iss: String
    let aud: String
    let bid: String
    let iat: Int64
    let exp: Int64
  }

  init(for shop: ServerAPIShop) throws {
    let developer = shop.simulation.developerKey
    header = ["alg": "ES256", "kid": developer.keyID, "typ": "JWT"]
    issuer = developer.issuerID
    issued = shop.clock.now / 1_000
    expires = issued + 300
    key = try P256.Signing.PrivateKey(pemRepresentation: developer.privateKeyPEM)
  }

  func signed() throws -> String {
    let claims = Claims(iss: issuer, aud: audience, bid: bundleID, iat: issued, exp: expires)
    let content = try "\(encode(header)).\(encode(claims))"
    let signature = try key.signature(for: Data(content.utf8)).rawRepresentation
    return "\(content).\(Base64URL.encode(signature))"
  }

  private func encode(_ part: some Encodable) throws -> String {
    Base64URL.encode(try JSONEncoder().encode(part))
  }
}
