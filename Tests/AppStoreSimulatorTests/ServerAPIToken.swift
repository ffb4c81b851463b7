import AppStoreSimulator
import Crypto
import Foundation
import JSONBytes

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
    let iat: Double?
    let exp: Double?
  }

  init(for shop: ServerAPIShop) throws {
    let developer = shop.simulation.developerKey
    header = ["alg": "ES256", "kid": developer.keyID, "typ": "JWT"]
    issuer = developer.issuerID
    issued = shop.clock.now / 1_000
    expires = issued + 300
    key = try P256.Signing.PrivateKey(pemRepresentation: developer.privateKeyPEM)
  }

  /// - Parameters:
  ///   - hasIssue: false if the token has no `iat`.
  ///   - hasExpiry: false if the token has no `exp`.
  ///   - fraction: a part of a second that is added to both times.
  func signed(
    hasIssue: Bool = true, hasExpiry: Bool = true, adding fraction: Double = 0
  ) throws -> String {
    let claims = Claims(
      iss: issuer, aud: audience, bid: bundleID,
      iat: hasIssue ? Double(issued) + fraction : nil,
      exp: hasExpiry ? Double(expires) + fraction : nil)
    let content = try "\(encode(header)).\(encode(claims))"
    let signature = try key.signature(for: Data(content.utf8)).rawRepresentation
    return "\(content).\(Base64URL.encode(signature))"
  }

  private func encode(_ part: some Encodable) throws -> String {
    Base64URL.encode(try JSONEncoder().encode(part))
  }
}
