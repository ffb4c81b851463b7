import AppStore
import Crypto
import Foundation

/// The JWT that authorizes a developer's server.
struct RequestToken {
  private static let audience = "appstoreconnect-v1"
  /// The maximum time from issue to expiry in seconds.
  private static let lifetimeMax: Int64 = 3_600
  /// The number of seconds by which the client's clock may be ahead.
  private static let leeway: Int64 = 60

  private struct Header: Decodable {
    let alg: String
    let kid: String
    let typ: String
  }

  private struct Claims: Decodable {
    let iss: String
    let aud: String
    let bid: String
    let iat: Int64
    let exp: Int64
  }

  private let header: Header
  private let claims: Claims
  private let content: [UInt8]
  private let signature: [UInt8]

  /// Reads an `Authorization` header; fails unless it holds `Bearer` and a JWT with all required
  /// fields.
  init?(authorization: String) {
    let words = authorization.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    let parts = words[1].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3,
      let header = Self.decode(Header.self, from: parts[0]),
      let claims = Self.decode(Claims.self, from: parts[1]),
      let signature = Base64URL.decode(ArraySlice(parts[2]))
    else { return nil }
    self.header = header
    self.claims = claims
    self.signature = signature
    content = parts[0] + [UInt8(ascii: ".")] + parts[1]
  }

  /// Returns true if the developer signed the token for this app and the token is in force.
  /// - Parameter now: milliseconds since 1970.
  func isGood(signedWith key: DeveloperKey, for bundleID: String, now: Int64) -> Bool {
    isAddressed(with: key, for: bundleID) && isInForce(at: now / 1_000) && isSigned(with: key)
  }

  private func isAddressed(with key: DeveloperKey, for bundleID: String) -> Bool {
    header.alg == "ES256" && header.typ == "JWT" && header.kid == key.keyID
      && claims.iss == key.issuerID && claims.aud == Self.audience && claims.bid == bundleID
  }

  private func isInForce(at second: Int64) -> Bool {
    let (lifetime, isOverflown) = claims.exp.subtractingReportingOverflow(claims.iat)
    return !isOverflown && (1...Self.lifetimeMax).contains(lifetime) && claims.exp > second
      && claims.iat <= second + Self.leeway
  }

  private func isSigned(with key: DeveloperKey) -> Bool {
    do {
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: signature)
      return key.publicKey.isValidSignature(signature, for: content)
    } catch {
      return false
    }
  }

  private static func decode<Part: Decodable>(
    _ type: Part.Type, from text: some Sequence<UInt8>
  ) -> Part? {
    guard let json = Base64URL.decode(ArraySlice(text)) else { return nil }
    return try? JSONDecoder().decode(type, from: Data(json))  // any error makes the token invalid
  }
}
