import COpenSSL

/// A writer of PKCS #7 messages of type signed-data (CMS, RFC 5652) with one signer.
struct SignedMessageWriter {
  /// The signer's private key in DER.
  let key: [UInt8]
  /// The certificates to embed in DER, the signer's first.
  let certificates: [[UInt8]]

  func write(_ payload: [UInt8], as form: ReceiptForm) throws(OpenSSLFailure) -> [UInt8] {
    defer { ERR_clear_error() }  // OpenSSL keeps the errors of a thread
    let content = BIO_new(BIO_s_mem())
    defer { BIO_free(content) }
    var written = 0
    guard BIO_write_ex(content, payload, payload.count, &written) == 1 else {
      throw OpenSSLFailure(step: "BIO_write_ex")
    }
    let message = try unsignedMessage(content, form)
    defer { CMS_ContentInfo_free(message) }
    try addSigner(to: message, form)
    if !form.hasIndefiniteLengths {
      guard CMS_final(message, content, nil, UInt32(CMS_BINARY)) == 1 else {
        throw OpenSSLFailure(step: "CMS_final")
      }
    }
    return try encode(message, content, form)
  }

  /// Returns a message with its content and all certificates but the signer's.
  private func unsignedMessage(
    _ content: OpaquePointer?, _ form: ReceiptForm
  ) throws(OpenSSLFailure) -> OpaquePointer {
    let flags = CMS_BINARY | CMS_PARTIAL | (form.hasIndefiniteLengths ? CMS_STREAM : 0)
    guard let message = CMS_sign(nil, nil, nil, content, UInt32(flags)) else {
      throw OpenSSLFailure(step: "CMS_sign")
    }
    for encoded in certificates.dropFirst() {
      let certificate = Self.certificate(encoded)
      defer { X509_free(certificate) }
      guard CMS_add1_cert(message, certificate) == 1 else {
        CMS_ContentInfo_free(message)
        throw OpenSSLFailure(step: "CMS_add1_cert")
      }
    }
    return message
  }

  private func addSigner(
    to message: OpaquePointer, _ form: ReceiptForm
  ) throws(OpenSSLFailure) {
    let signer = certificates.first.flatMap(Self.certificate)
    defer { X509_free(signer) }
    let privateKey = key.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_AutoPrivateKey(nil, &position, bytes.count)
    }
    defer { EVP_PKEY_free(privateKey) }
    let digest =
      switch form.digest {
      case .sha1: EVP_sha1()
      case .sha256: EVP_sha256()
      case .md5: EVP_md5()
      }
    let attributes = form.hasSignedAttributes ? CMS_NOSMIMECAP : CMS_NOATTR
    let flags = UInt32(CMS_BINARY | CMS_PARTIAL | attributes)
    guard CMS_add1_signer(message, signer, privateKey, digest, flags) != nil else {
      throw OpenSSLFailure(step: "CMS_add1_signer")
    }
  }

  private func encode(
    _ message: OpaquePointer, _ content: OpaquePointer?, _ form: ReceiptForm
  ) throws(OpenSSLFailure) -> [UInt8] {
    guard let output = BIO_new(BIO_s_mem()) else { throw OpenSSLFailure(step: "BIO_new") }
    defer { BIO_free(output) }
    let flags = form.hasIndefiniteLengths ? CMS_STREAM | CMS_BINARY : CMS_BINARY
    guard i2d_CMS_bio_stream(output, message, content, flags) == 1 else {
      throw OpenSSLFailure(step: "i2d_CMS_bio_stream")
    }
    var start: UnsafeMutablePointer<UInt8>?
    let count = BIO_ctrl(output, BIO_CTRL_INFO, 0, &start)
    return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private static func certificate(_ der: [UInt8]) -> OpaquePointer? {
    der.withUnsafeBufferPointer { bytes in
      var position = bytes.baseAddress
      return d2i_X509(nil, &position, bytes.count)
    }
  }
}
