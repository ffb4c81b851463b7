import COpenSSL
import Crypto

/// A receipt as a PKCS #7 message (CMS, RFC 5652) with one signer.
struct SignedReceipt: ~Copyable {
  /// RSA, with or without the digest in its name. Anything weaker than SHA-1 is missing here.
  private static let signatures: Set<Int32> = [
    NID_rsaEncryption, NID_sha1WithRSAEncryption, NID_sha1WithRSA, NID_sha256WithRSAEncryption,
    NID_sha384WithRSAEncryption, NID_sha512WithRSAEncryption,
  ]
  static let digests: Set<Int32> = [NID_sha1, NID_sha256, NID_sha384, NID_sha512]

  let certificates: EmbeddedCertificates
  /// The digest of all embedded certificates.
  let certificatesDigest: SHA256Digest
  private let message: OpaquePointer

  private init(
    owning message: OpaquePointer, _ certificates: EmbeddedCertificates, _ digest: SHA256Digest
  ) {
    self.message = message
    self.certificates = certificates
    certificatesDigest = digest
  }

  deinit {
    CMS_ContentInfo_free(message)
  }

  /// Decodes the message. Throws unless it carries its content and has exactly one signer.
  /// - Parameter known: the certificates that need not be decoded again.
  static func decode(
    _ contents: [UInt8], known: VerifiedReceiptChains = VerifiedReceiptChains()
  ) throws(ReceiptError) -> SignedReceipt {
    // OpenSSL reads only messages within the envelope's limits.
    guard let envelope = try? ReceiptEnvelope(contents) else {
      throw .malformedReceipt(field: "the receipt")
    }
    let digest = SHA256.hash(data: envelope.certificates)
    let certificates = try known.certificates(digest, of: envelope.certificates)
    let message = try message(envelope.bareMessage)
    let receipt = SignedReceipt(owning: message, certificates, digest)
    guard OBJ_obj2nid(CMS_get0_type(receipt.message)) == NID_pkcs7_signed,
      OBJ_obj2nid(CMS_get0_eContentType(receipt.message)) == NID_pkcs7_data,
      CMS_get0_content(receipt.message)?.pointee != nil
    else { throw .malformedReceipt(field: "the receipt's type") }
    guard OPENSSL_sk_num(CMS_get0_SignerInfos(receipt.message)) == 1 else {
      throw .malformedReceipt(field: "the list of signers")
    }
    return receipt
  }

  private static func message(_ contents: [UInt8]) throws(ReceiptError) -> OpaquePointer {
    let message = contents.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_CMS_ContentInfo(nil, &position, bytes.count)
    }
    guard let message else { throw .malformedReceipt(field: "the receipt") }
    return message
  }

  /// Returns the payload after the signature over it was verified with the signer's certificate.
  /// The certificate itself is verified by `ReceiptChain`.
  borrowing func verifiedPayload() throws(ReceiptError) -> [UInt8] {
    _ = try signer()
    guard let output = BIO_new(BIO_s_mem()) else { throw .invalidReceiptSignature }
    defer { BIO_free(output) }
    let flags = UInt32(CMS_NO_SIGNER_CERT_VERIFY | CMS_BINARY)
    guard CMS_verify(message, nil, nil, nil, output, flags) == 1 else {
      throw .invalidReceiptSignature
    }
    var start: UnsafeMutablePointer<UInt8>?
    let count = BIO_ctrl(output, BIO_CTRL_INFO, 0, &start)
    return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Returns the signer's certificate, which is valid as long as the message. Throws if the
  /// certificate is not embedded or the signature is not of an accepted algorithm.
  borrowing func signer() throws(ReceiptError) -> OpaquePointer {
    guard
      CMS_set1_signers_certs(message, certificates.stack.pointer, UInt32(CMS_NOINTERN)) >= 0,
      let information = OPENSSL_sk_value(CMS_get0_SignerInfos(message), 0)
    else { throw .invalidReceiptChain }
    var key: OpaquePointer?
    var certificate: OpaquePointer?
    var digest: UnsafeMutablePointer<X509_ALGOR>?
    var signature: UnsafeMutablePointer<X509_ALGOR>?
    CMS_SignerInfo_get0_algs(OpaquePointer(information), &key, &certificate, &digest, &signature)
    guard let key, let certificate, let digest, let signature else { throw .invalidReceiptChain }
    guard EVP_PKEY_get_base_id(key) == NID_rsaEncryption,
      Self.digests.contains(OBJ_obj2nid(digest.pointee.algorithm)),
      Self.signatures.contains(OBJ_obj2nid(signature.pointee.algorithm))
    else { throw .unsupportedAlgorithm }
    return certificate
  }
}
