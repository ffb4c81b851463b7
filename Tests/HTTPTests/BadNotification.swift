import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import TestSupport
import X509

/// Each way in which a notification can be bad.
enum BadNotification: String, CaseIterable, CustomTestStringConvertible {
  case notJSON, noPayload, versionOne, twoSegments, unsigned, unmarked, foreignRoot, tampered
  case foreignApp

  var testDescription: String { rawValue }

  var problem: String {
    switch self {
    case .notJSON: "400 unreadable_json"
    case .noPayload: "400 missing_signed_payload"
    case .versionOne: "400 notification_v1_not_supported"
    case .twoSegments: "400 malformed_jws"
    case .unsigned: "401 unsupported_algorithm"
    case .unmarked: "401 missing_apple_marker"
    case .foreignRoot: "401 untrusted_root"
    case .tampered: "401 invalid_signature"
    case .foreignApp: "400 app_not_configured"
    }
  }

  func body(_ authority: Authority) throws -> String {
    let good = try authority.subscribed()
    return switch self {
    case .notJSON: "not json"
    case .noPayload: "{}"
    case .versionOne: #"{"notification_type":"DID_RENEW","password":"secret"}"#
    case .twoSegments: good.replacing(/\.[^."]*"/, with: "\"")
    case .unsigned: good.replacing(/"[^".]*\./, with: "\"\(Base64URL.encode(#"{"alg":"none"}"#.utf8)).")
    case .unmarked: try unmarked(authority)
    case .foreignRoot: try TestLedger.makeAuthority().subscribed()
    case .tampered: try tampered(good)
    case .foreignApp: try authority.subscribed(.month(bundleID: "com.example.other"))
    }
  }
}
