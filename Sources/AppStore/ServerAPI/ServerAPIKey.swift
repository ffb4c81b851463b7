import Crypto
import Foundation
import JSONBytes

/// The In-App Purchase key from App Store Connect, which authorizes a developer's server.
///
/// Printing a key shows only its ids.
package struct ServerAPIKey: Sendable {
  /// The UUID of the team in App Store Connect.
  package let issuerID: String
  /// The key's own id, ten letters and digits.
  package let keyID: String
  private let key: P256.Signing.PrivateKey

  /// A reason for rejecting a text as a key.
  package enum Unreadable: Error, CustomStringConvertible {
    case notAKey

    package var description: String {
      "holds no P-256 private key in PEM: name the .p8 file that App Store Connect gave for an "
        + "In-App Purchase key"
    }
  }

  /// - Parameter pem: the PKCS #8 file as downloaded.
  package init(issuerID: String, keyID: String, pem: String) throws(Unreadable) {
    do {
      key = try P256.Signing.PrivateKey(pemRepresentation: pem)
    } catch {
      throw .notAKey
    }
    self.issuerID = issuerID
    self.keyID = keyID
  }

  /// Returns the signature in DER.
  func derSignature(of content: some Sequence<UInt8>) throws -> [UInt8] {
    Array(try key.signature(for: Data(content)).derRepresentation)
  }

  /// Returns a JWT with these claims.
  func token(_ claims: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    let header = Base64URL.encode(try encoder.encode(TokenHeader(kid: keyID)))
    let content = "\(header).\(Base64URL.encode(try encoder.encode(claims)))"
    // ES256 is r followed by s.
    let signature = try key.signature(for: Data(content.utf8)).rawRepresentation
    return "\(content).\(Base64URL.encode(signature))"
  }
}

private struct TokenHeader: Encodable {
  let alg = "ES256"
  let kid: String
  let typ = "JWT"
}

extension ServerAPIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "In-App Purchase key \(keyID) of issuer \(issuerID)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror {
    Mirror(self, children: ["issuerID": issuerID, "keyID": keyID])
  }
}
