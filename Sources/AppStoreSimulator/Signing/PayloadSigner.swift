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
    let content = "\(encodedHeader).\(Base64URL.encode(payload))"
    let signature = try key.signature(for: Data(content.utf8))
    return "\(content).\(Base64URL.encode(signature.rawRepresentation))"
  }

  /// A compact JWS of the payload as JSON.
  package func sign(_ payload: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try sign(Array(encoder.encode(payload)))
  }
}
