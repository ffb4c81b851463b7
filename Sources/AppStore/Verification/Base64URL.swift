/// Base64 in the alphabet of URLs and without padding, as JWS writes it (RFC 7515, section 2).
package enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let foreign: UInt8 = 0xFF
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: foreign, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Returns the decoded bytes. Returns nil for a character outside the alphabet, padding, an
  /// impossible length, or leftover bits that are not zero, so every content has exactly one
  /// encoding.
  package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.count % 4 != 1 else { return nil }
    var isClean = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
      var bits: UInt32 = 0
      var pending = 0
      values.withUnsafeBufferPointer { values in
        for letter in text {
          let value = values[Int(letter)]
          isClean = isClean && value != foreign
          bits = bits << 6 | UInt32(value & 0x3F)
          pending += 6
          guard pending >= 8 else { continue }
          pending -= 8
          bytes[count] = UInt8(truncatingIfNeeded: bits >> pending)
          count += 1
        }
      }
      isClean = isClean && bits & (1 << pending - 1) == 0
    }
    return isClean ? bytes : nil
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
