/// Texts in the XML of Office Open XML (ECMA-376, part 1, 22.9.2.19, ST_Xstring).
enum XMLText {
  /// Returns a text as the content of an element.
  ///
  /// A character that XML does not have, or that readers of XML replace, is written as `_x0001_` by its number, and
  /// a text that looks like that as `_x005F_x0001_`.
  static func escaped(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    let scalars = Array(text.unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "&": escaped += "&amp;".unicodeScalars
      case "<": escaped += "&lt;".unicodeScalars
      case ">": escaped += "&gt;".unicodeScalars
      case "\t", "\n": escaped.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
        escaped += numbered(scalar).unicodeScalars
      case "_" where isNumbered(scalars[index...]): escaped += numbered(scalar).unicodeScalars
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// True for a byte of ASCII that is written as it is, wherever it stands.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "_"): false
    default: (0x20...0x7E).contains(byte)
    }
  }

  private static func numbered(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "_x\(String(repeating: "0", count: 4 - digits.count))\(digits)_"
  }

  /// Returns true if a text begins like a numbered character.
  private static func isNumbered(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    let first = Array(scalars.prefix(7))
    return first.count == 7 && first[1] == "x" && first[6] == "_"
      && first[2...5].allSatisfy { $0.isASCII && $0.properties.isASCIIHexDigit }
  }
}
