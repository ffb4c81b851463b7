import Crypto
import X509

/// A key that signs payloads, and the certificate that says so.
struct SigningLeaf: Sendable {
  let key: P256.Signing.PrivateKey
  let certificate: Certificate

  /// Signs with this leaf; the two are named behind it in the header.
  func signer(under intermediate: Certificate, and root: Certificate) throws -> PayloadSigner {
    try PayloadSigner(key: key, chain: [certificate, intermediate, root])
  }
}
