package import X509

/// The serial number of a certificate, as `openssl x509 -serial` prints it.
package struct CertificateSerial: Hashable, Sendable {
  /// The significant bytes, the highest first.
  private let bytes: [UInt8]

  package init(_ serial: Certificate.SerialNumber) {
    bytes = Array(serial.bytes.drop { $0 == 0 })
  }

  /// Reads hexadecimal digits, in pairs that colons may separate. Returns nil for any other text,
  /// and for more than the 20 bytes of RFC 5280.
  package init?(_ text: String) {
    let digits = text.filter { $0 != ":" }
    guard !digits.isEmpty, digits.count <= 40, digits.allSatisfy(\.isHexDigit) else { return nil }
    let padded = Array(digits.count.isMultiple(of: 2) ? digits : "0" + digits)
    let pairs = stride(from: 0, to: padded.count, by: 2).compactMap { start in
      UInt8(String(padded[start...(start + 1)]), radix: 16)
    }
    guard pairs.count == padded.count / 2 else { return nil }
    bytes = Array(pairs.drop { $0 == 0 })
  }
}
