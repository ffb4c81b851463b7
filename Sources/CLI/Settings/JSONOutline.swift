/// Where everything stands in a JSON text, for telling a person the line.
///
/// A path is that of `CodingKey`s, written `0/bundleId`; a field stands where its key does.
struct JSONOutline {
  private var offsets: [String: Int] = [:]
  /// The byte at which the text ceases to be JSON; nil where it is.
  private(set) var brokenAt: Int?
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) {
    self.text = text
    do throws(Broken) {
      try readValue("")
      skipSpace()
      if position < text.count { throw Broken() }
    } catch {
      brokenAt = position
    }
  }

  /// The line of the broken place, or of the innermost part of `path` that is there; from 1.
  func line(of path: [any CodingKey]) -> Int? {
    if let brokenAt { return line(at: brokenAt) }
    let parts = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    for length in stride(from: parts.count, to: 0, by: -1) {
      if let offset = offsets[parts.prefix(length).joined(separator: "/")] {
        return line(at: offset)
      }
    }
    return nil
  }

  private func line(at offset: Int) -> Int {
    1 + text.prefix(offset).count { $0 == UInt8(ascii: "\n") }
  }

  private struct Broken: Error {}

  private mutating func readValue(_ path: String) throws(Broken) {
    skipSpace()
    if offsets[path] == nil { offsets[path] = position }
    switch peek {
    case UInt8(ascii: "{"): try readObject(path)
    case UInt8(ascii: "["): try readList(path)
    case UInt8(ascii: "\""): _ = try readString()
    default: try readWord()
    }
  }

  private mutating func readObject(_ path: String) throws(Broken) {
    try readItems(from: "{", to: "}") { (outline, _) throws(Broken) in
      outline.skipSpace()
      let start = outline.position
      let field = Self.join(path, try outline.readString())
      outline.offsets[field] = start
      try outline.read(":")
      try outline.readValue(field)
    }
  }

  private mutating func readList(_ path: String) throws(Broken) {
    try readItems(from: "[", to: "]") { (outline, index) throws(Broken) in
      try outline.readValue(Self.join(path, String(index)))
    }
  }

  private mutating func readItems(
    from open: Unicode.Scalar, to close: Unicode.Scalar,
    _ readItem: (inout JSONOutline, Int) throws(Broken) -> Void
  ) throws(Broken) {
    try read(open)
    skipSpace()
    var index = 0
    while peek != UInt8(ascii: close) {
      if index > 0 { try read(",") }
      try readItem(&self, index)
      index += 1
      skipSpace()
    }
    try read(close)
  }

  private mutating func readString() throws(Broken) -> String {
    try read("\"")
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= UInt8(ascii: " ") else { throw Broken() }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, text.count)
    try read("\"")
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// A number, `true`, `false` or `null`; which one the decoder judges.
  private mutating func readWord() throws(Broken) {
    let start = position
    while let byte = peek, Self.isOfWord(byte) { position += 1 }
    guard position > start else { throw Broken() }
  }

  private mutating func read(_ expected: Unicode.Scalar) throws(Broken) {
    skipSpace()
    guard peek == UInt8(ascii: expected) else { throw Broken() }
    position += 1
  }

  private mutating func skipSpace() {
    while let byte = peek, [9, 10, 13, 32].contains(byte) { position += 1 }
  }

  private var peek: UInt8? { position < text.count ? text[position] : nil }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    "+-.0123456789abcdefghijklmnopqrstuvwxyzE".utf8.contains(byte)
  }

  private static func join(_ path: String, _ part: String) -> String {
    path.isEmpty ? part : "\(path)/\(part)"
  }
}
