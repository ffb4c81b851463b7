import Crypto
import SwiftASN1
import X509

extension SigningAuthority {
  /// The PEM blocks of the root, the intermediate, and each leaf's certificate and private key.
  var pem: String {
    get throws {
      var blocks = [try root.serializeAsPEM(), try intermediate.serializeAsPEM()].map(\.pemString)
      for leaf in leaves {
        blocks.append(try leaf.certificate.serializeAsPEM().pemString)
        blocks.append(leaf.key.pemRepresentation)
      }
      return blocks.map { "\($0)\n" }.joined()
    }
  }

  /// Reads the text that `pem` writes; fails for any other text.
  init?(pem: String) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem)
      guard documents.count >= 4, documents.count.isMultiple(of: 2) else { return nil }
      let leaves = try stride(from: 2, to: documents.count, by: 2).map {
        SigningLeaf(
          key: try P256.Signing.PrivateKey(derRepresentation: documents[$0 + 1].derBytes),
          certificate: try Certificate(pemDocument: documents[$0]))
      }
      try self.init(
        root: Certificate(pemDocument: documents[0]),
        intermediate: Certificate(pemDocument: documents[1]), leaves: leaves)
    } catch {
      return nil
    }
  }
}
