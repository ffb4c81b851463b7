import COpenSSL

/// The certificates that a receipt embeds, decoded by OpenSSL. None of them is trusted.
///
/// Decoding a certificate's key takes longer than a signature's verification, so the receipts that
/// embed the same certificates share them. OpenSSL lets threads read one certificate at once.
final class EmbeddedCertificates: @unchecked Sendable {
  /// The largest accepted number of certificates. Apple embeds three.
  private static let countMax = 10

  let stack: CertificateStack

  /// - Parameter set: the contents of the message's set of certificates. Elements of other kinds are
  ///   skipped.
  init(_ set: ArraySlice<UInt8>) throws(ReceiptError) {
    guard let pointer = OPENSSL_sk_new_null() else { throw .invalidReceiptChain }
    stack = CertificateStack(owning: pointer)
    for der in try Self.encodings(set) {
      let certificate = der.withUnsafeBufferPointer { bytes in
        var position = bytes.baseAddress
        return d2i_X509(nil, &position, bytes.count)
      }
      guard let certificate else { throw Self.malformed }
      OPENSSL_sk_push(stack.pointer, UnsafeRawPointer(certificate))
    }
  }

  private static func encodings(
    _ set: ArraySlice<UInt8>
  ) throws(ReceiptError) -> [ArraySlice<UInt8>] {
    var elements = BERReader(set)
    var encodings: [ArraySlice<UInt8>] = []
    do throws(MalformedBER) {
      while let element = try elements.next() {
        if element.identifier == BERElement.Tag.sequence { encodings.append(element.encoded) }
      }
    } catch {
      throw malformed
    }
    guard encodings.count <= countMax else { throw .invalidReceiptChain }
    return encodings
  }

  private static let malformed = ReceiptError.malformedReceipt(field: "the receipt")

  /// Returns the index of one of the certificates; nil for any other certificate.
  func index(of certificate: OpaquePointer) -> Int? {
    (0..<stack.count).first { stack[$0] == certificate }
  }
}
