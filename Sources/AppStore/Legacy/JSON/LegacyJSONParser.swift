/// A parser of JSON (RFC 8259) with limits of size, depth and number of values.
///
/// Foundation's parsers accept an object that names a member twice, and turn long numbers into
/// fractions.
struct LegacyJSONParser {
  /// The most bytes of a document: the Base64 of the largest receipt, and as much again as Apple's
  /// JSON around one has ever had.
  static let bytesMax = 10 << 20
  private static let depthMax = 32
  /// Five times the values of the largest documented notification and its receipt.
  private static let valuesMax = 500_000
  /// The largest accepted name of a member in bytes. Apple's names have up to forty. Comparing
  /// strings takes quadratic time in a run of combining characters.
  private static let nameBytesMax = 256

  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0
  private var values = 0

  /// Parses one value with nothing but white space around it.
  static func parse(
    _ bytes: [UInt8], bytesMax: Int = bytesMax
  ) throws(LegacyDocumentError) -> LegacyJSON {
    guard bytes.count <= bytesMax else { throw .tooLarge(max: bytesMax, of: .bytes) }
    var parser = LegacyJSONParser(bytes: bytes)
    let value = try parser.value()
    guard parser.next() == nil else { throw parser.malformed }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var malformed: LegacyDocumentError { .malformed(offset: offset) }

  private mutating func value() throws(LegacyDocumentError) -> LegacyJSON {
    values += 1
    guard values <= Self.valuesMax else { throw .tooLarge(max: Self.valuesMax, of: .values) }
    switch next() {
    case UInt8(ascii: "{"): return .object(try members())
    case UInt8(ascii: "["): return .array(try elements())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return .number(try number())
    }
  }

  /// Enters an object or an array at its opening bracket.
  private mutating func enter() throws(LegacyDocumentError) {
    guard depth < Self.depthMax else { throw .tooDeep(offset: offset) }
    depth += 1
    offset += 1
  }

  private mutating func members() throws(LegacyDocumentError) -> [String: LegacyJSON] {
    try enter()
    defer { depth -= 1 }
    var members: [String: LegacyJSON] = [:]
    if skip(UInt8(ascii: "}")) { return members }
    repeat {
      guard next() == UInt8(ascii: "\"") else { throw malformed }
      let start = offset
      let key = try string()
      guard key.utf8.count <= Self.nameBytesMax else {
        throw .tooLarge(max: Self.nameBytesMax, of: .nameBytes)
      }
      guard members[key] == nil else { throw .duplicateKey(offset: start) }
      guard skip(UInt8(ascii: ":")) else { throw malformed }
      members[key] = try value()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw malformed }
    return members
  }

  private mutating func elements() throws(LegacyDocumentError) -> [LegacyJSON] {
    try enter()
    defer { depth -= 1 }
    var elements: [LegacyJSON] = []
    if skip(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try value()) } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw malformed }
    return elements
  }

  private mutating func literal(
    _ text: StaticString, _ value: LegacyJSON
  ) throws(LegacyDocumentError) -> LegacyJSON {
    for index in 0..<text.utf8CodeUnitCount {
      guard byte == text.utf8Start[index] else { throw malformed }
      offset += 1
    }
    return value
  }

  private mutating func number() throws(LegacyDocumentError) -> String {
    let start = offset
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() throws(LegacyDocumentError) {
    guard Self.isDigit(byte) else { throw malformed }
    while Self.isDigit(byte) { offset += 1 }
  }

  /// Parses a string from its opening quotation mark.
  private mutating func string() throws(LegacyDocumentError) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte, byte != UInt8(ascii: "\"") {
      if byte == UInt8(ascii: "\\") {
        text += UTF8.encode(try escape()) ?? UTF8.encodedReplacementCharacter
      } else {
        text += try plainText()
      }
    }
    guard take(UInt8(ascii: "\"")) else { throw malformed }
    guard let valid = String(validating: text, as: UTF8.self) else {
      throw .malformed(offset: start)
    }
    return valid
  }

  /// Parses the part of a string up to the next quotation mark or escape. A receipt is one such part.
  private mutating func plainText() throws(LegacyDocumentError) -> ArraySlice<UInt8> {
    let rest = bytes[offset...]
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }
      ?? rest.endIndex
    defer { offset = end }
    guard end < rest.endIndex, bytes[end] >= 0x20 else { throw .malformed(offset: end) }
    return bytes[offset..<end]
  }

  private mutating func escape() throws(LegacyDocumentError) -> Unicode.Scalar {
    offset += 1
    guard let letter = byte else { throw malformed }
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try scalar()
    default: throw malformed
    }
  }

  /// Parses the four digits after `\u`, and the second half of a surrogate pair.
  private mutating func scalar() throws(LegacyDocumentError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw malformed }
    let second = try codeUnit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (second - 0xDC00))
    else { throw malformed }
    return scalar
  }

  private mutating func codeUnit() throws(LegacyDocumentError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = byte.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw malformed
      }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Skips white space. Returns the byte that follows.
  private mutating func next() -> UInt8? {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    return byte
  }

  private mutating func take(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  private mutating func skip(_ expected: UInt8) -> Bool {
    next() == expected && take(expected)
  }

  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }
}
