import Crypto
package import Foundation

/// A SHA-256 digest of 32 bytes, ordered as bytes.
package struct Digest: Hashable, Sendable, Comparable, Codable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    precondition(bytes.count == SHA256.byteCount, "a digest has 32 bytes")
    self.bytes = bytes
  }

  package init(of content: [UInt8]) {
    bytes = Array(SHA256.hash(data: content))
  }

  package static func < (left: Digest, right: Digest) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  /// The first sixteen bytes, for indexes that must stay small.
  package var half: UUID {
    bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Parses 64 hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard text.count == SHA256.byteCount * 2, digits.count == text.count else { return nil }
    bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  package var hexadecimal: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = Digest(hexadecimal: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a digest is written as 64 hexadecimal digits")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hexadecimal)
  }
}
