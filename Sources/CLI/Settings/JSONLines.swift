/// Finds the lines of a list of objects: where an element begins, and where a field of it stands.
struct JSONLines {
  private let text: [UInt8]

  init(_ text: [UInt8]) {
    self.text = text
  }

  func line(ofByte offset: Int) -> Int {
    1 + text.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  /// The line of `[index, field, …]`: of the field if it is there, else of the element; nil for an
  /// empty path.
  func line(of path: [any CodingKey]) -> Int? {
    guard let element = path.first?.intValue else { return nil }
    let field = path.dropFirst().first?.stringValue
    var found: Int?
    var (depth, index, start) = (0, -1, 0)
    var position = text.startIndex
    while position < text.endIndex {
      switch text[position] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "{"):
        depth += 1
        if depth == 2 { index += 1 }
        if depth == 2, index == element { found = line(ofByte: position) }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""):
        start = position + 1
        position = endOfString(from: start)
        if depth == 2, index == element, isKey(endingAt: position),
          let field, text[start..<position].elementsEqual(field.utf8)
        {
          return line(ofByte: start)
        }
      default: break
      }
      position += 1
    }
    return found
  }

  private func endOfString(from start: Int) -> Int {
    var position = start
    while position < text.endIndex, text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, text.endIndex)
  }

  private func isKey(endingAt quote: Int) -> Bool {
    text.dropFirst(quote + 1).first { $0 > UInt8(ascii: " ") } == UInt8(ascii: ":")
  }
}
