/// The positions of all values in a JSON text, from which error messages take line numbers. The
/// outline is stricter than the decoder, which accepts an extra comma and a repeated field.
///
/// A path joins `CodingKey`s, as in `0/bundleId`. The position of a field is that of its key.
struct JSONOutline {
  enum Flaw: Error, CustomStringConvertible {
    case broken
    case tooDeep
    case repeated(String)

    var description: String {
      switch self {
      case .broken: "this is not JSON"
      case .tooDeep: "this is nested more than \(depthMax) deep"
      case .repeated(let name): "`\(name)` is given twice"
      }
    }
  }

  private static let depthMax = 512
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The flaw that stopped reading at `position`; nil if the whole text was read.
  private(set) var flaw: Flaw?
  private var offsets: [String: Int] = [:]
  private var depth = 0
  private let text: [UInt8]
  private var position = 0

  init(_ text: [UInt8]) {
    self.text = text
    if text.starts(with: Self.byteOrderMark) { position = Self.byteOrderMark.count }
    do throws(Flaw) {
      try readValue("")
      skipSpace()
      if position < text.count { throw .broken }
    } catch {
      flaw = error
    }
  }

  /// Returns the line of the flaw, or of the innermost part of `path` that exists. Lines begin at
  /// 1.
  func line(of path: [any CodingKey]) -> Int? {
    if flaw != nil { return line(at: position) }
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

  private mutating func readValue(_ path: String) throws(Flaw) {
    skipSpace()
    if offsets[path] == nil { offsets[path] = position }
    switch peek {
    case UInt8(ascii: "{"): try readObject(path)
    case UInt8(ascii: "["): try readList(path)
    case UInt8(ascii: "\""): _ = try readString()
    default: try readWord()
    }
  }

  private mutating func readObject(_ path: String) throws(Flaw) {
    var names: Set<String> = []
    try readItems(from: "{", to: "}") { (outline, _) throws(Flaw) in
      outline.skipSpace()
      let start = outline.position
      let name = try outline.readString()
      guard names.insert(name).inserted else {
        outline.position = start
        throw .repeated(name)
      }
      let field = Self.join(path, name)
      outline.offsets[field] = start
      try outline.read(":")
      try outline.readValue(field)
    }
  }

  private mutating func readList(_ path: String) throws(Flaw) {
    try readItems(from: "[", to: "]") { (outline, index) throws(Flaw) in
      try outline.readValue(Self.join(path, String(index)))
    }
  }

  private mutating func readItems(
    from open: Unicode.Scalar, to close: Unicode.Scalar,
    _ readItem: (inout JSONOutline, Int) throws(Flaw) -> Void
  ) throws(Flaw) {
    guard depth < Self.depthMax else { throw .tooDeep }
    depth += 1
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
    depth -= 1
  }

  private mutating func readString() throws(Flaw) -> String {
    try read("\"")
    let start = position
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard byte >= UInt8(ascii: " ") else { throw .broken }
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, text.count)
    try read("\"")
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// Reads a number, `true`, `false` or `null`, which the decoder checks later.
  private mutating func readWord() throws(Flaw) {
    let start = position
    while let byte = peek, Self.isOfWord(byte) { position += 1 }
    guard position > start else { throw .broken }
  }

  private mutating func read(_ expected: Unicode.Scalar) throws(Flaw) {
    skipSpace()
    guard peek == UInt8(ascii: expected) else { throw .broken }
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
