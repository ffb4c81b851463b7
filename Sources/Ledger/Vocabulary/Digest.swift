import Crypto
package import Foundation

/// A SHA-256 digest of 32 bytes, ordered as bytes.
package struct Digest: Hashable, Sendable, Comparable, Codable {
  /// The bytes as big-endian numbers, in the value itself: a state holds several digests, and an array
  /// of bytes would be counted for each copy of it.
  private let first, second, third, fourth: UInt64

  package init(bytes: [UInt8]) {
    precondition(bytes.count == SHA256.byteCount, "a digest has 32 bytes")
    self = bytes.withUnsafeBytes(Digest.init)
  }

  package init(of content: [UInt8]) {
    self = SHA256.hash(data: content).withUnsafeBytes(Digest.init)
  }

  private init(_ bytes: UnsafeRawBufferPointer) {
    func number(_ index: Int) -> UInt64 {
      UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
    }
    (first, second, third, fourth) = (number(0), number(1), number(2), number(3))
  }

  package var bytes: [UInt8] {
    withUnsafeBytes(
      of: (first.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian)
    ) { Array($0) }
  }

  package static func < (left: Digest, right: Digest) -> Bool {
    (left.first, left.second, left.third, left.fourth)
      < (right.first, right.second, right.third, right.fourth)
  }

  /// The first sixteen bytes, for indexes that must stay small.
  package var half: UUID {
    withUnsafeBytes(of: (first.bigEndian, second.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }

  /// Parses 64 hexadecimal digits; nil for anything else.
  package init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard text.count == SHA256.byteCount * 2, digits.count == text.count else { return nil }
    self.init(
      bytes: stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      })
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
