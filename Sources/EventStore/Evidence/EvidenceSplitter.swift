import Glibc
import JSONBytes

/// Received bytes, split into parts. Every JWS in them becomes its decoded payload between two
/// marks. A JWS may be the whole text or a JSON string, also inside another JWS's payload.
///
/// Text that only resembles a JWS, or that would not be restored byte for byte, stays unchanged.
package struct EvidenceSplitter: Sendable {
  /// The depth up to which nested JWS are split.
  static let depthMax = 4
  /// The length of a signature in bytes. ES256: r and s of 32 bytes each.
  static let signatureCount = 64
  /// The marks of a payload's beginning and end. JSON cannot contain them; a text with a mark is
  /// not split.
  static let opening: UInt8 = 1
  static let closing: UInt8 = 2

  let received: [UInt8]
  /// The remaining text, with payloads decoded in place.
  private(set) var text: [UInt8] = []
  /// The encoded headers, without repetitions.
  private(set) var encodedHeaders: [[UInt8]] = []
  /// The index of each JWS's header, in the order of the opening marks.
  private(set) var headerPlaces: [Int] = []
  /// The signature of each JWS, 64 bytes.
  private(set) var signatures: [UInt8] = []

  private let decoded: [DecodedJWS]

  /// Splits evidence. Of a JWS that is decoded already, the payload is not decoded again.
  package init(_ evidence: Evidence) {
    received = evidence.bytes
    decoded = evidence.decoded
    text.reserveCapacity(received.count / 4)
    received.withUnsafeBufferPointer { bytes in
      if Self.hasMarks(bytes) { text = received } else { open(bytes, depth: 0) }
    }
  }

  package init(_ received: [UInt8]) {
    self.init(Evidence(received))
  }

  /// The decoded headers of all JWS, without repetitions, to be stored and numbered.
  package var headers: [[UInt8]] {
    encodedHeaders.compactMap { Base64URL.decode($0[...]) }
  }

  private mutating func open(_ source: UnsafeBufferPointer<UInt8>, depth: Int) {
    var copied = 0
    var start = 0
    while start < source.count {
      let end = source.firstIndex(of: UInt8(ascii: "\""), from: start)
      if let segments = JWSSegments(in: source, start..<end), depth < Self.depthMax,
        let payload = payload(of: source, start..<end, segments),
        let signature = Base64URL.decode(
          UnsafeBufferPointer(rebasing: source[segments.signature]))
      {
        payload.withUnsafeBufferPointer { payload in
          guard !Self.hasMarks(payload) else { return }
          text += source[copied..<start]
          note(UnsafeBufferPointer(rebasing: source[segments.header]), signature)
          text.append(Self.opening)
          open(payload, depth: depth + 1)
          text.append(Self.closing)
          copied = segments.signature.upperBound
        }
      }
      start = end + 1
    }
    text += source[copied...]
  }

  private func payload(
    of source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ segments: JWSSegments
  ) -> [UInt8]? {
    let text = UnsafeBufferPointer(rebasing: source[range])
    let known = decoded.first { $0.text.withUnsafeBufferPointer { $0.hasBytes(of: text) } }
    return known?.payload
      ?? Base64URL.decode(UnsafeBufferPointer(rebasing: source[segments.payload]))
  }

  private mutating func note(_ header: UnsafeBufferPointer<UInt8>, _ signature: [UInt8]) {
    signatures += signature
    let known = encodedHeaders.firstIndex { $0.withUnsafeBufferPointer { $0.hasBytes(of: header) } }
    headerPlaces.append(known ?? encodedHeaders.count)
    if known == nil { encodedHeaders.append(Array(header)) }
  }

  private static func hasMarks(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.firstIndex(of: opening, from: 0) < bytes.count
      || bytes.firstIndex(of: closing, from: 0) < bytes.count
  }
}

/// The places of a JWS's segments in a text. The signature has 64 bytes; other characters may
/// follow it.
private struct JWSSegments {
  let header: Range<Int>
  let payload: Range<Int>
  let signature: Range<Int>

  init?(in source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard range.count > 3, source[range.lowerBound] == UInt8(ascii: "e"),
      source[range.lowerBound + 1] == UInt8(ascii: "y"),
      source[range.lowerBound + 2] == UInt8(ascii: "J")
    else { return nil }
    let dot = UInt8(ascii: ".")
    let bounded = UnsafeBufferPointer(rebasing: source[..<range.upperBound])
    let first = bounded.firstIndex(of: dot, from: range.lowerBound)
    let second = bounded.firstIndex(of: dot, from: first + 1)
    let end = second + 1 + Base64URL.encodedCount(EvidenceSplitter.signatureCount)
    guard end <= range.upperBound else { return nil }
    header = range.lowerBound..<first
    payload = (first + 1)..<second
    signature = (second + 1)..<end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first such byte; the buffer's count, or more, if there is none.
  fileprivate func firstIndex(of byte: UInt8, from start: Int) -> Int {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  fileprivate func hasBytes(of other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = baseAddress, let otherBase = other.baseAddress else {
      return count == other.count
    }
    return count == other.count && memcmp(base, otherBase, count) == 0
  }
}
