import Crypto
import X509

/// A key that signs payloads, with its certificate.
struct SigningLeaf: Sendable {
  let key: P256.Signing.PrivateKey
  let certificate: Certificate

  /// Returns a signer with this leaf, whose header lists the leaf, the intermediate and the root.
  func signer(under intermediate: Certificate, and root: Certificate) throws -> PayloadSigner {
    try PayloadSigner(key: key, chain: [certificate, intermediate, root])
  }
}
