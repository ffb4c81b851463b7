import COpenSSL

/// A list of certificates that belongs to its owner (OpenSSL's `STACK_OF(X509)`).
struct CertificateStack: ~Copyable {
  let pointer: OpaquePointer

  init(owning pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    OPENSSL_sk_pop_free(pointer) { X509_free(OpaquePointer($0)) }
  }

  var count: Int { Int(OPENSSL_sk_num(pointer)) }

  /// The certificate at an index below `count`. It is valid as long as the list.
  subscript(index: Int) -> OpaquePointer {
    guard let certificate = OPENSSL_sk_value(pointer, Int32(index)) else {
      preconditionFailure("the index is below the count")
    }
    return OpaquePointer(certificate)
  }
}
