import SwiftASN1
import X509

extension ReceiptAuthority {
  /// The PEM blocks of the signer's private key and of all certificates, the root's last.
  package var pem: String {
    get throws {
      let blocks =
        [try key.serializeAsPEM().pemString]
        + (try certificates.map { try $0.serializeAsPEM().pemString })
      return blocks.map { "\($0)\n" }.joined()
    }
  }

  /// Reads the text that `pem` writes; fails for any other text.
  package init?(pem: String) {
    do {
      let documents = try PEMDocument.parseMultiple(pemString: pem)
      guard documents.count >= 2 else { return nil }
      let key = try Certificate.PrivateKey(pemDocument: documents[0])
      let certificates = try documents.dropFirst().map(Certificate.init(pemDocument:))
      guard certificates.first?.publicKey == key.publicKey else { return nil }
      self.init(key: key, certificates: certificates)
    } catch {
      return nil
    }
  }
}
