import Crypto
import Foundation
import JSONBytes

/// The JWT that authorizes a developer's server.
struct RequestToken {
  static let audience = "appstoreconnect-v1"
  /// The maximum time from issue to expiry in seconds.
  private static let lifetimeMax = 3_600.0
  /// The number of seconds by which the client's clock may be ahead.
  private static let leeway = 60.0

  private struct Header: Decodable {
    let alg: String
    let kid: String
    let typ: String
  }

  /// The times are in seconds since 1970; Apple's library for Swift signs fractions of a second.
  private struct Claims: Decodable {
    let iss: String
    let aud: String
    let bid: String
    /// The time of issue; nil in the tokens of Apple's library for Java.
    let iat: Double?
    let exp: Double
  }

  private let header: Header
  private let claims: Claims
  private let content: [UInt8]
  private let signature: [UInt8]

  /// Reads an `Authorization` header, which must hold `Bearer` and a JWT with all required fields.
  init(authorization: String?) throws(TokenRejection) {
    let words = (authorization ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { throw .noBearer }
    let parts = words[1].utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let signature = Base64URL.decode(ArraySlice(parts[2])) else {
      throw .noJWT
    }
    header = try Self.decode(Header.self, from: parts[0])
    claims = try Self.decode(Claims.self, from: parts[1])
    self.signature = signature
    content = parts[0] + [UInt8(ascii: ".")] + parts[1]
  }

  /// Throws unless the developer signed the token for this app and the token is in force.
  /// - Parameter now: milliseconds since 1970.
  func check(
    signedWith key: DeveloperKey, for bundleID: String, now: Int64
  ) throws(TokenRejection) {
    guard header.alg == "ES256" else { throw .wrong(.alg) }
    guard header.typ == "JWT" else { throw .wrong(.typ) }
    guard header.kid == key.keyID else { throw .wrong(.kid) }
    guard claims.iss == key.issuerID else { throw .wrong(.iss) }
    guard claims.aud == Self.audience else { throw .wrong(.aud) }
    guard claims.bid == bundleID else { throw .wrong(.bid) }
    try checkTimes(now: Double(now) / 1_000)
    guard isSigned(with: key) else { throw .signature }
  }

  /// Throws unless the token is in force. A token without `iat` may have been issued as late as the
  /// leeway permits.
  private func checkTimes(now: Double) throws(TokenRejection) {
    guard claims.exp > now else { throw .expired }
    let latestIssue = now + Self.leeway
    if let issued = claims.iat {
      guard issued <= latestIssue else { throw .notIssuedYet }
      guard claims.exp > issued else { throw .lifetime }
    }
    guard claims.exp - (claims.iat ?? latestIssue) <= Self.lifetimeMax else { throw .lifetime }
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
  ) throws(TokenRejection) -> Part {
    guard let json = Base64URL.decode(ArraySlice(text)) else { throw .noJWT }
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch let error as DecodingError {
      throw TokenRejection(error)
    } catch {
      throw .noJWT
    }
  }
}
