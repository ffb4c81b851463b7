package import Crypto
import Foundation
import JSONBytes
import SwiftASN1
package import X509

/// A signer of payloads with one leaf key and one chain of certificates in the header.
package struct PayloadSigner: Sendable {
  private let key: P256.Signing.PrivateKey
  private let encodedHeader: String

  /// Creates a signer that writes `chain` into the header as given: leaf, intermediate, root.
  package init(key: P256.Signing.PrivateKey, chain: [Certificate]) throws {
    var documents: [String] = []
    for certificate in chain {
      documents.append(Data(try certificate.serializeAsPEM().derBytes).base64EncodedString())
    }
    let chainText = documents.map { "\"\($0)\"" }.joined(separator: ",")
    self.init(key: key, header: "{\"alg\":\"ES256\",\"x5c\":[\(chainText)]}")
  }

  /// Creates a signer that uses the header's JSON as it is.
  package init(key: P256.Signing.PrivateKey, header: String) {
    self.key = key
    encodedHeader = Base64URL.encode(header.utf8)
  }

  /// Returns a compact JWS with exactly these bytes as its payload.
  package func sign(_ payload: [UInt8]) throws -> String {
    try seal(payload).text
  }

  /// Returns a compact JWS of these bytes and its signature: r and s, 64 bytes. Every call returns
  /// a different valid signature.
  package func seal(_ payload: [UInt8]) throws -> (text: String, signature: [UInt8]) {
    let content = content(payload)
    let signature = try signature(over: content)
    return (assemble(content, signature), signature)
  }

  /// Returns the JWS of these bytes with an earlier signature. The text is always the same.
  package func assemble(payload: [UInt8], signature: [UInt8]) -> String {
    assemble(content(payload), signature)
  }

  /// Returns a compact JWS of the payload as JSON.
  package func sign(_ payload: some Encodable) throws -> String {
    try sign(Self.json(payload))
  }

  /// Returns the payload as JSON, the same bytes for the same content.
  package static func json(_ payload: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(payload))
  }

  /// Returns the text to sign: the encoded header and payload.
  private func content(_ payload: [UInt8]) -> String {
    "\(encodedHeader).\(Base64URL.encode(payload))"
  }

  private func signature(over content: String) throws -> [UInt8] {
    Array(try key.signature(for: Data(content.utf8)).rawRepresentation)
  }

  private func assemble(_ content: String, _ signature: [UInt8]) -> String {
    "\(content).\(Base64URL.encode(signature))"
  }
}
