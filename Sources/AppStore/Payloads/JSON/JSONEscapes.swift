/// The escapes of a JSON text.
enum JSONEscapes {
  /// Replaces the escapes of a scanned text by their characters. Returns nil for half a surrogate
  /// pair, which JSON permits and which is no character.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var rest = text
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
      plain += rest[..<backslash]
      rest = rest[(backslash + 1)...]
      switch rest.popFirst() {
      case UInt8(ascii: "b"): plain.append(0x08)
      case UInt8(ascii: "f"): plain.append(0x0C)
      case UInt8(ascii: "n"): plain.append(0x0A)
      case UInt8(ascii: "r"): plain.append(0x0D)
      case UInt8(ascii: "t"): plain.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        plain += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      case .some(let character): plain.append(character)
      case nil: return nil
      }
    }
    return plain + rest
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = codeUnit(&rest) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, rest.popFirst() == UInt8(ascii: "\\"),
      rest.popFirst() == UInt8(ascii: "u"),
      let second = codeUnit(&rest), (0xDC00...0xDFFF).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
  }

  private static func codeUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = rest.popFirst().flatMap(hexadecimal) else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  static func hexadecimal(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
