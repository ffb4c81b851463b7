import AppStore
package import Crypto
import Foundation
import SwiftASN1
package import X509

/// Signs payloads with one leaf key, naming one chain of certificates in the header.
package struct PayloadSigner: Sendable {
  private let key: P256.Signing.PrivateKey
  private let encodedHeader: String

  /// `chain` is written into the header as given: leaf, intermediate, root.
  package init(key: P256.Signing.PrivateKey, chain: [Certificate]) throws {
    var documents: [String] = []
    for certificate in chain {
      documents.append(Data(try certificate.serializeAsPEM().derBytes).base64EncodedString())
    }
    let chainText = documents.map { "\"\($0)\"" }.joined(separator: ",")
    self.init(key: key, header: "{\"alg\":\"ES256\",\"x5c\":[\(chainText)]}")
  }

  /// Takes the header's JSON as it is.
  package init(key: P256.Signing.PrivateKey, header: String) {
    self.key = key
    encodedHeader = Base64URL.encode(header.utf8)
  }

  /// A compact JWS with exactly these bytes as its payload.
  package func sign(_ payload: [UInt8]) throws -> String {
    try seal(payload).text
  }

  /// A compact JWS of these bytes, and what makes it one: r and s, 64 bytes. Another at every call, all
  /// of them valid.
  package func seal(_ payload: [UInt8]) throws -> (text: String, signature: [UInt8]) {
    let content = content(payload)
    let signature = try signature(over: content)
    return (assemble(content, signature), signature)
  }

  /// The JWS to which a signature over these bytes belongs: the same text for ever.
  package func assemble(payload: [UInt8], signature: [UInt8]) -> String {
    assemble(content(payload), signature)
  }

  /// A compact JWS of the payload as JSON.
  package func sign(_ payload: some Encodable) throws -> String {
    try sign(Self.json(payload))
  }

  /// The payload as JSON, the same bytes for the same content.
  package static func json(_ payload: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(payload))
  }

  /// What is signed: header and payload, encoded.
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
