import AppStoreSimulator
import Foundation
import JSONBytes
import TestSupport
import Testing

/// A flaw of a notification.
enum BadNotification: String, CaseIterable, CustomTestStringConvertible {
  case notJSON, noPayload, versionOne, twoSegments, unsigned, unmarked, foreignRoot, tampered
  case foreignApp

  var testDescription: String { rawValue }

  var problem: String {
    switch self {
    case .notJSON: "400 unreadable_json"
    case .noPayload: "400 missing_signed_payload"
    case .versionOne: "400 shared_secret_not_configured"
    case .twoSegments: "400 malformed_jws"
    case .unsigned: "401 unsupported_algorithm"
    case .unmarked: "401 missing_apple_marker"
    case .foreignRoot: "401 untrusted_root"
    case .tampered: "401 invalid_signature"
    case .foreignApp: "400 app_not_configured"
    }
  }

  func body(_ authority: Authority) throws -> String {
    let jws = try authority.subscribed()
    switch self {
    case .notJSON: return "not json"
    case .noPayload: return "{}"
    case .versionOne: return #"{"notification_type":"DID_RENEW","password":"secret"}"#
    case .twoSegments: return body(of: jws.split(separator: ".").dropLast())
    case .unsigned: return try body(of: jws) { $0["alg"] = "none" }
    case .unmarked: return try body(of: jws) { $0["x5c"] = self.withoutLeaf($0["x5c"]) }
    case .foreignRoot: return body(of: [try TestLedger.makeAuthority().subscribed()[...]])
    case .tampered: return try tampered(jws)
    case .foreignApp:
      return body(of: [try authority.subscribed(.month(bundleID: "com.example.other"))[...]])
    }
  }

  private func body(of segments: [Substring]) -> String {
    #"{"signedPayload":"\#(segments.joined(separator: "."))"}"#
  }

  /// Returns the body with another header.
  private func body(
    of jws: String, header edit: (inout [String: Any]) -> Void
  ) throws -> String {
    var segments = jws.split(separator: ".")
    let bytes = try #require(Base64URL.decode(Array(segments[0].utf8)[...]))
    var header = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    edit(&header)
    segments[0] = Base64URL.encode(try JSONSerialization.data(withJSONObject: header))[...]
    return body(of: segments)
  }

  /// Returns a chain whose leaf is the intermediate, which lacks the leaf's marker.
  private func withoutLeaf(_ chain: Any?) -> Any? {
    guard let chain = chain as? [String], chain.count == 3 else { return nil }
    return [chain[1], chain[1], chain[2]]
  }

  /// Returns the payload of another notification under the signature of this one.
  private func tampered(_ jws: String) throws -> String {
    var segments = jws.split(separator: ".")
    let bytes = try #require(Base64URL.decode(Array(segments[1].utf8)[...]))
    let payload = String(decoding: bytes, as: UTF8.self)
      .replacing("INITIAL_BUY", with: "RESUBSCRIBE")
    segments[1] = Base64URL.encode(payload.utf8)[...]
    return body(of: segments)
  }
}
