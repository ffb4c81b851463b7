import Intake
import JSONBytes
import Ledger

/// The app that a refused notification claims. The claim is not verified, so that only a configured app is
/// named.
enum ClaimedApp {
  /// Returns the configured app with the identifier in the payload of version 2, or in the body of version 1.
  static func of(_ body: [UInt8], among apps: [ConfiguredApp]) -> BundleID? {
    let texts = [payload(of: body), body].compactMap(\.self).map {
      String(decoding: $0, as: UTF8.self).filter { !$0.isWhitespace }
    }
    return apps.map(\.bundleID).first { app in
      texts.contains { text in
        ["bundleId", "bid"].contains { text.contains("\"\($0)\":\"\(app.rawValue)\"") }
      }
    }
  }

  /// Returns the payload of a JWS within a body; nil if there is none.
  private static func payload(of body: [UInt8]) -> [UInt8]? {
    let parts = body.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? Base64URL.decode(parts[1]) : nil
  }
}
