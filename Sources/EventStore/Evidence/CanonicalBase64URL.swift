/// Base64 in the alphabet of URLs and without padding, as JWS writes it (RFC 7515, section 2), fast
/// enough for every request.
enum CanonicalBase64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let foreign: UInt8 = 0xFF

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Two characters for each value of twelve bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8
  }

  static func encodedCount(_ count: Int) -> Int {
    (count * 4 + 2) / 3
  }

  /// Returns the decoded bytes. Returns nil unless encoding them gives the same text: nil for a
  /// character outside the alphabet, padding, an impossible length, or leftover bits that are not
  /// zero.
  static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var isClean = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
      count = text.count * 3 / 4
      isClean = values.withUnsafeBufferPointer { values in
        let whole = text.count / 4
        let seen = decodeWhole(whole, of: text, into: bytes, values)
        return seen & 0xC0 == 0 && decodeRest(of: text, from: whole, into: bytes, values)
      }
    }
    return isClean ? bytes : nil
  }

  /// Decodes whole groups of four characters. Returns the OR of all values: the upper two bits are
  /// set if a character is outside the alphabet.
  private static func decodeWhole(
    _ quads: Int, of text: UnsafeBufferPointer<UInt8>,
    into bytes: UnsafeMutableBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>
  ) -> UInt8 {
    var seen: UInt8 = 0
    for quad in 0..<quads {
      let first = values[Int(text[quad &* 4])]
      let second = values[Int(text[quad &* 4 &+ 1])]
      let third = values[Int(text[quad &* 4 &+ 2])]
      let fourth = values[Int(text[quad &* 4 &+ 3])]
      seen |= first | second | third | fourth
      bytes[quad &* 3] = first &<< 2 | second &>> 4
      bytes[quad &* 3 &+ 1] = second &<< 4 | third &>> 2
      bytes[quad &* 3 &+ 2] = third &<< 6 | fourth
    }
    return seen
  }

  private static func decodeRest(
    of text: UnsafeBufferPointer<UInt8>, from quads: Int,
    into bytes: UnsafeMutableBufferPointer<UInt8>, _ values: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let rest = text[(quads * 4)...].map { values[Int($0)] }
    guard rest.count > 1 else { return true }
    guard !rest.contains(foreign) else { return false }
    bytes[quads * 3] = rest[0] << 2 | rest[1] >> 4
    guard rest.count == 3 else { return rest[1] & 0x0F == 0 }
    bytes[quads * 3 + 1] = rest[1] << 4 | rest[2] >> 2
    return rest[2] & 0x03 == 0
  }

  static func encode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: encodedCount(bytes.count)) { text, count in
      count = encodedCount(bytes.count)
      let target = UnsafeMutableRawBufferPointer(text)
      pairs.withUnsafeBufferPointer { pairs in
        let whole = bytes.count / 3
        for triple in 0..<whole {
          let high = UInt32(bytes[triple &* 3]) &<< 16 | UInt32(bytes[triple &* 3 &+ 1]) &<< 8
          let bits = Int(high | UInt32(bytes[triple &* 3 &+ 2]))
          target.storeBytes(of: pairs[bits &>> 12], toByteOffset: triple &* 4, as: UInt16.self)
          target.storeBytes(
            of: pairs[bits & 0xFFF], toByteOffset: triple &* 4 &+ 2, as: UInt16.self)
        }
        encodeRest(of: bytes, from: whole, into: target, pairs)
      }
    }
  }

  private static func encodeRest(
    of bytes: UnsafeBufferPointer<UInt8>, from triples: Int,
    into target: UnsafeMutableRawBufferPointer, _ pairs: UnsafeBufferPointer<UInt16>
  ) {
    let rest = bytes[(triples * 3)...]
    guard let first = rest.first else { return }
    let second = rest.dropFirst().first ?? 0
    let bits = Int(first) << 16 | Int(second) << 8
    target.storeBytes(of: pairs[bits >> 12], toByteOffset: triples * 4, as: UInt16.self)
    if rest.count == 2 { target[triples * 4 + 2] = alphabet[bits >> 6 & 0x3F] }
  }
}

extension CanonicalBase64URL {
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    text.withUnsafeBufferPointer(decode)
  }

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBufferPointer(encode)
  }
}
