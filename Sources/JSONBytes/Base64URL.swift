/// Base64 in the alphabet of URLs and without padding, as JWS writes it (RFC 7515, section 2).
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  /// The bits of each character at the four places of a group, where they stand in the three bytes
  /// of the group, the first byte lowest. A character outside the alphabet has only `foreign`.
  private static let groupBits: [UInt32] = {
    var bits = [UInt32](repeating: foreign, count: 4 * 256)
    for (value, letter) in zip(UInt32(0)..., alphabet) {
      bits[Int(letter)] = value << 2
      bits[256 + Int(letter)] = value >> 4 | (value & 0x0F) << 12
      bits[512 + Int(letter)] = (value >> 2) << 8 | (value & 0x03) << 22
      bits[768 + Int(letter)] = value << 16
    }
    return bits
  }()
  private static let foreign: UInt32 = 1 << 24
  /// Two characters for each value of twelve bits, the first in the low byte.
  private static let pairs: [UInt16] = (0..<4096).map { bits in
    UInt16(alphabet[bits >> 6]) | UInt16(alphabet[bits & 0x3F]) << 8
  }

  /// Returns the decoded bytes. Returns nil for a character outside the alphabet, padding, an
  /// impossible length, or leftover bits that are not zero, so every content has exactly one
  /// encoding.
  package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var isClean = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
      count = text.count * 3 / 4
      isClean = groupBits.withUnsafeBufferPointer { decode(text, into: bytes, $0) }
    }
    return isClean ? bytes : nil
  }

  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    text.withUnsafeBufferPointer(decode)
  }

  private static func decode(
    _ text: UnsafeBufferPointer<UInt8>, into bytes: UnsafeMutableBufferPointer<UInt8>,
    _ groupBits: UnsafeBufferPointer<UInt32>
  ) -> Bool {
    // A group is written as four bytes, of which the next group replaces the last.
    let target = UnsafeMutableRawBufferPointer(bytes)
    let groups = max(text.count - 1, 0) / 4
    var seen: UInt32 = 0
    for group in 0..<groups {
      let place = group &* 4
      let bits =
        groupBits[Int(text[place])] | groupBits[256 &+ Int(text[place &+ 1])]
        | groupBits[512 &+ Int(text[place &+ 2])] | groupBits[768 &+ Int(text[place &+ 3])]
      seen |= bits
      target.storeBytes(of: bits.littleEndian, toByteOffset: group &* 3, as: UInt32.self)
    }
    var rest: UInt32 = 0
    for (place, letter) in text[(groups * 4)...].enumerated() {
      rest |= groupBits[place * 256 + Int(letter)]
    }
    for place in (groups * 3)..<bytes.count {
      bytes[place] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
    }
    return seen & foreign == 0 && rest == 0
  }

  package static func encodedCount(_ count: Int) -> Int {
    (count * 4 + 2) / 3
  }

  /// Returns the encoded text as bytes.
  package static func characters(_ bytes: [UInt8]) -> [UInt8] {
    let length = encodedCount(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: length) { text, count in
      count = length
      let target = UnsafeMutableRawBufferPointer(text)
      bytes.withUnsafeBufferPointer { bytes in
        pairs.withUnsafeBufferPointer { encode(bytes, into: target, $0) }
      }
    }
  }

  private static func encode(
    _ bytes: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableRawBufferPointer,
    _ pairs: UnsafeBufferPointer<UInt16>
  ) {
    let whole = bytes.count / 3
    for triple in 0..<whole {
      let high = UInt32(bytes[triple &* 3]) &<< 16 | UInt32(bytes[triple &* 3 &+ 1]) &<< 8
      let bits = Int(high | UInt32(bytes[triple &* 3 &+ 2]))
      text.storeBytes(of: pairs[bits &>> 12], toByteOffset: triple &* 4, as: UInt16.self)
      text.storeBytes(of: pairs[bits & 0xFFF], toByteOffset: triple &* 4 &+ 2, as: UInt16.self)
    }
    let rest = bytes[(whole * 3)...]
    guard let first = rest.first else { return }
    let bits = Int(first) << 16 | Int(rest.dropFirst().first ?? 0) << 8
    text.storeBytes(of: pairs[bits >> 12], toByteOffset: whole * 4, as: UInt16.self)
    if rest.count == 2 { text[whole * 4 + 2] = alphabet[bits >> 6 & 0x3F] }
  }

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: characters(Array(bytes)), as: UTF8.self)
  }
}
