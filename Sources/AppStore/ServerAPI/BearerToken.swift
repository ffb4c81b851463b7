import Foundation

/// The JWT sent with each request, issued for one app and used for ten minutes.
struct BearerToken: Sendable {
  /// Seconds from issue to expiry; Apple allows 3,600.
  private static let lifetime: Int64 = 1_200
  /// Milliseconds of use. The rest of the lifetime allows for clocks that differ.
  private static let usedFor: Int64 = 600_000

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
    let exp: Int64
    let aud = "appstoreconnect-v1"
    let bid: String
  }

  let text: String
  private let issued: Timestamp

  init(for bundleID: String, by key: ServerAPIKey, at now: Timestamp) throws(ServerAPIError) {
    let seconds = now.milliseconds / 1_000
    let claims = Claims(
      iss: key.issuerID, iat: seconds, exp: seconds + Self.lifetime, bid: bundleID)
    do {
      text = try key.token(claims)
    } catch {
      throw .unsigned
    }
    issued = now
  }

  /// Returns true while the token is fresh. Returns false also after the clock was set back.
  func isUsable(at now: Timestamp) -> Bool {
    (0..<Self.usedFor).contains(now.milliseconds - issued.milliseconds)
  }
}
