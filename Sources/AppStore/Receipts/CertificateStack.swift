import COpenSSL
import Foundation

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

  /// Returns the encoding of the certificate at an index below `count`.
  func der(_ index: Int) -> [UInt8] { Self.der(self[index]) }

  static func der(_ certificate: OpaquePointer) -> [UInt8] {
    var start: UnsafeMutablePointer<UInt8>?
    let count = i2d_X509(certificate, &start)
    defer { CRYPTO_free(start, #file, #line) }
    return Array(UnsafeBufferPointer(start: start, count: max(0, Int(count))))
  }

  /// The time in which all certificates are valid; nil if there is none. OpenSSL rejects the last
  /// moment of a certificate already.
  var validity: Range<Timestamp>? {
    var (start, end) = (Timestamp.range.lowerBound, Timestamp.range.upperBound)
    for index in 0..<count {
      guard let first = Self.milliseconds(X509_get0_notBefore(self[index])),
        let last = Self.milliseconds(X509_get0_notAfter(self[index]))
      else { return nil }
      (start, end) = (max(start, first), min(end, last))
    }
    guard start < end else { return nil }
    return Timestamp(milliseconds: start)..<Timestamp(milliseconds: end)
  }

  private static func milliseconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
    var fields = tm()
    guard ASN1_TIME_to_tm(time, &fields) == 1 else { return nil }
    return Int64(timegm(&fields)) * 1_000
  }
}
