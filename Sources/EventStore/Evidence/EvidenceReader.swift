/// A reader of packed evidence from its beginning. Missing bytes and numbers that are too large are
/// damage.
struct EvidenceReader {
  private let body: [UInt8]
  private var position = 0

  init(_ body: [UInt8]) {
    self.body = body
  }

  var remaining: Int { body.count - position }

  mutating func byte() throws(EvidenceError) -> UInt8 {
    guard position < body.count else { throw .damaged }
    defer { position += 1 }
    return body[position]
  }

  /// Reads a number of at most 32 bits, with seven bits per byte, lowest first.
  mutating func varint() throws(EvidenceError) -> UInt32 {
    var value: UInt64 = 0
    for shift in stride(from: 0, through: 28, by: 7) {
      let byte = try byte()
      value |= UInt64(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else { break }
      guard shift < 28 else { throw .damaged }
    }
    guard let value = UInt32(exactly: value) else { throw .damaged }
    return value
  }

  mutating func bytes(_ count: Int) throws(EvidenceError) -> ArraySlice<UInt8> {
    guard count <= remaining else { throw .damaged }
    defer { position += count }
    return body[position..<(position + count)]
  }

  mutating func rest() -> ArraySlice<UInt8> {
    defer { position = body.count }
    return body[position...]
  }
}

extension [UInt8] {
  mutating func appendVarint(_ value: UInt32) {
    var rest = value
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
