import Glibc

/// Received bytes taken apart: every JWS in them, whole or as a string of JSON, also inside of
/// another's payload, becomes its decoded payload between two marks.
///
/// What only resembles a JWS, or would not be put together to the same letters, stays as it is.
package struct Dissection: Sendable {
  /// A JWS inside of a JWS inside of … is opened so far and no further.
  static let depthMax = 4
  /// ES256: r and s of 32 bytes each.
  static let signatureCount = 64
  /// Marks of a payload's beginning and end. JSON cannot hold them; a text that does is not opened.
  static let opening: UInt8 = 1
  static let closing: UInt8 = 2

  let received: [UInt8]
  /// The text that remains, payloads opened in place.
  private(set) var text: [UInt8] = []
  /// Each encoded header once.
  private(set) var encodedHeaders: [[UInt8]] = []
  /// For each JWS, in the order of the opening marks, the place of its header.
  private(set) var headerPlaces: [Int] = []
  /// For each JWS its signature, 64 bytes.
  private(set) var signatures: [UInt8] = []

  package init(_ received: [UInt8]) {
    self.received = received
    text.reserveCapacity(received.count / 4)
    received.withUnsafeBufferPointer { bytes in
      if Self.hasMarks(bytes) { text = received } else { open(bytes, depth: 0) }
    }
  }

  /// The decoded headers of all JWS found, each once, to be stored and numbered.
  package var headers: [[UInt8]] {
    encodedHeaders.compactMap(Base64URL.decode)
  }

  private mutating func open(_ source: UnsafeBufferPointer<UInt8>, depth: Int) {
    var copied = 0
    var start = 0
    while start < source.count {
      let end = source.firstIndex(of: UInt8(ascii: "\""), from: start)
      if let segments = JWSSegments(in: source, start..<end), depth < Self.depthMax,
        let payload = Base64URL.decode(UnsafeBufferPointer(rebasing: source[segments.payload])),
        let signature = Base64URL.decode(UnsafeBufferPointer(rebasing: source[segments.signature]))
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

/// Where the segments of a JWS lie in a text. Its signature has 64 bytes; letters may follow it.
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
    let end = second + 1 + Base64URL.encodedCount(Dissection.signatureCount)
    guard end <= range.upperBound else { return nil }
    header = range.lowerBound..<first
    payload = (first + 1)..<second
    signature = (second + 1)..<end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The buffer's count, or more, if there is none.
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
