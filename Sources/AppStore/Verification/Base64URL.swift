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

  /// Returns the decoded bytes. Returns nil for a character outside the alphabet, padding, an
  /// impossible length, or leftover bits that are not zero, so every content has exactly one
  /// encoding.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var isClean = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
      count = text.count * 3 / 4
      isClean = text.withUnsafeBufferPointer { text in
        groupBits.withUnsafeBufferPointer { decode(text, into: bytes, $0) }
      }
    }
    return isClean ? bytes : nil
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

  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let length = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { text in
      alphabet.withUnsafeBufferPointer { alphabet in
        var (bits, pending, count) = (UInt32(0), 0, 0)
        for byte in bytes {
          bits = bits << 8 | UInt32(byte)
          pending += 8
          while pending >= 6 {
            pending -= 6
            text[count] = alphabet[Int(bits >> pending & 0x3F)]
            count += 1
          }
        }
        guard pending > 0 else { return count }
        text[count] = alphabet[Int(bits << (6 - pending) & 0x3F)]
        return count + 1
      }
    }
  }
}
