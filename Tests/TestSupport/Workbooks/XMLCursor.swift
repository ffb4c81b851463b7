/// A place in XML that has no spaces between its elements.
struct XMLCursor {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { place == bytes.count }

  /// Moves behind a text that follows here. Returns false and stays if another one follows.
  mutating func takes(_ text: String) -> Bool {
    guard bytes[place...].starts(with: text.utf8) else { return false }
    place += text.utf8.count
    return true
  }

  /// Moves behind the next occurrence of a text, or to the end.
  mutating func skip(past text: String) {
    while !isAtEnd, !takes(text) { place += 1 }
  }

  /// Returns the text up to a character, before which it stops.
  mutating func text(to end: Character) -> String {
    let text = bytes[place...].prefix { $0 != end.asciiValue }
    place = text.endIndex
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the content of an element as the text that it stands for.
  static func plain(_ content: String) -> String {
    guard content.utf8.contains(where: { "&_".utf8.contains($0) }) else { return content }
    var plain = content
    for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")] {
      plain = plain.replacing(name, with: character)
    }
    return plain.replacing(/_x([0-9A-Fa-f]{4})_/) { match in
      let scalar = UInt32(match.1, radix: 16).flatMap(Unicode.Scalar.init)
      return scalar.map { String(Character($0)) } ?? String(match.0)
    }
  }
}
