import COpenSSL

/// A new RSA key of 2048 bits.
struct RSAKey {
  /// The private key in PKCS #8.
  let pkcs8: [UInt8]

  init() throws(OpenSSLFailure) {
    defer { ERR_clear_error() }  // OpenSSL keeps the errors of a thread
    guard let context = EVP_PKEY_CTX_new_id(NID_rsaEncryption, nil) else {
      throw OpenSSLFailure(step: "EVP_PKEY_CTX_new_id")
    }
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    defer { EVP_PKEY_free(key) }
    guard EVP_PKEY_keygen_init(context) == 1,
      EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2_048) == 1, EVP_PKEY_generate(context, &key) == 1
    else { throw OpenSSLFailure(step: "EVP_PKEY_generate") }
    guard let information = EVP_PKEY2PKCS8(key) else {
      throw OpenSSLFailure(step: "EVP_PKEY2PKCS8")
    }
    defer { PKCS8_PRIV_KEY_INFO_free(information) }
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_PKCS8_PRIV_KEY_INFO(information, &start)
    defer { CRYPTO_clear_free(start, max(0, Int(count)), #file, #line) }
    guard count > 0 else { throw OpenSSLFailure(step: "i2d_PKCS8_PRIV_KEY_INFO") }
    pkcs8 = Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }
}

/// A call of OpenSSL that failed, which happens only without memory or randomness.
struct OpenSSLFailure: Error, CustomStringConvertible {
  let step: String

  var description: String { "OpenSSL's \(step) failed" }
}
