/// A scanner of JSON text. It passes over the bytes once, without recursion, and stops at the first
/// byte that is no JSON.
struct JSONScanner {
  /// The largest number of arrays and objects within each other, as in Foundation.
  static let depthMax = 512
  /// The largest count of bytes, so that offsets fit into 32 bits.
  static let countMax = Int(Int32.max)

  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var tokens: [JSONToken] = []
  /// The indices of the arrays and objects that are open.
  private var open: [Int] = []

  static func tokens(of bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [JSONToken] {
    guard bytes.count <= countMax else { throw .tooLong }
    var scanner = JSONScanner(bytes)
    try scanner.scan()
    return scanner.tokens
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    tokens.reserveCapacity(64)
  }

  private var malformed: JSONError { .malformed(offset: offset) }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func scan() throws(JSONError) {
    try value()
    while let container = open.last {
      if try isClosed(container) { continue }
      if tokens[container].kind == .object { try name() }
      try value()
    }
    guard next() == nil else { throw malformed }
  }

  /// Passes over the end of an array or object, or the comma before its next element.
  private mutating func isClosed(_ container: Int) throws(JSONError) -> Bool {
    let isFirst = tokens.count == container + 1
    let end = UInt8(ascii: tokens[container].kind == .object ? "}" : "]")
    switch next() {
    case end:
      offset += 1
      tokens[container].next = UInt32(tokens.count)
      open.removeLast()
      return true
    case UInt8(ascii: ",") where !isFirst: offset += 1
    default: guard isFirst else { throw malformed }
    }
    return false
  }

  private mutating func name() throws(JSONError) {
    guard next() == UInt8(ascii: "\"") else { throw malformed }
    try text()
    guard next() == UInt8(ascii: ":") else { throw malformed }
    offset += 1
  }

  private mutating func value() throws(JSONError) {
    switch next() {
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "{"): try enter(.object)
    case UInt8(ascii: "["): try enter(.array)
    case UInt8(ascii: "t"): try literal("true", .true)
    case UInt8(ascii: "f"): try literal("false", .false)
    case UInt8(ascii: "n"): try literal("null", .null)
    default: try number()
    }
  }

  private mutating func enter(_ kind: JSONToken.Kind) throws(JSONError) {
    guard open.count < Self.depthMax else { throw .tooDeep(offset: offset) }
    open.append(tokens.count)
    append(kind, from: offset, to: 0)
    offset += 1
  }

  private mutating func literal(
    _ text: StaticString, _ kind: JSONToken.Kind
  ) throws(JSONError) {
    let start = offset
    for index in 0..<text.utf8CodeUnitCount { try take(text.utf8Start[index]) }
    append(kind, from: start, to: offset)
  }

  private mutating func number() throws(JSONError) {
    let start = offset
    skip(UInt8(ascii: "-"))
    if !skip(UInt8(ascii: "0")) { try digits() }
    if skip(UInt8(ascii: ".")) { try digits() }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
      try digits()
    }
    append(.number, from: start, to: offset)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while let byte, byte &- UInt8(ascii: "0") < 10 { offset += 1 }
    guard offset > start else { throw malformed }
  }

  /// Scans a text from its opening quotation mark.
  private mutating func text() throws(JSONError) {
    offset += 1
    let start = offset
    var kind = JSONToken.Kind.text
    while true {
      skipPlainCharacters()
      switch byte {
      case UInt8(ascii: "\""):
        append(kind, from: start, to: offset)
        offset += 1
        return
      case UInt8(ascii: "\\"):
        kind = .escapedText
        try escape()
      case .some(let lead) where lead >= 0x80: try scalar(lead)
      default: throw malformed
      }
    }
  }

  private mutating func escape() throws(JSONError) {
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 1
    case UInt8(ascii: "u"):
      offset += 1
      for _ in 0..<4 {
        guard let byte, JSONEscapes.hexadecimal(byte) != nil else { throw malformed }
        offset += 1
      }
    default: throw malformed
    }
  }

  /// Scans a character of more than one byte (RFC 3629, section 4).
  private mutating func scalar(_ lead: UInt8) throws(JSONError) {
    offset += 1
    switch lead {
    case 0xC2...0xDF: try continuation()
    case 0xE0: try continuation(0xA0...0xBF, count: 2)
    case 0xED: try continuation(0x80...0x9F, count: 2)
    case 0xE1...0xEF: try continuation(count: 2)
    case 0xF0: try continuation(0x90...0xBF, count: 3)
    case 0xF1...0xF3: try continuation(count: 3)
    case 0xF4: try continuation(0x80...0x8F, count: 3)
    default: throw .malformed(offset: offset - 1)
    }
  }

  private mutating func continuation(
    _ first: ClosedRange<UInt8> = 0x80...0xBF, count: Int = 1
  ) throws(JSONError) {
    for index in 0..<count {
      guard let byte, (index == 0 ? first : 0x80...0xBF).contains(byte) else { throw malformed }
      offset += 1
    }
  }

  /// Skips ASCII characters other than control characters, the quotation mark and the backslash:
  /// nearly all that Apple writes.
  private mutating func skipPlainCharacters() {
    guard let start = bytes.baseAddress.map(UnsafeRawPointer.init) else { return }
    while offset <= bytes.count - 8 {
      let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let special = Self.specialCharacters(in: word)
      guard special == 0 else {
        offset += special.trailingZeroBitCount / 8
        return
      }
      offset += 8
    }
    while let byte, Self.specialCharacters(in: UInt64(byte) | ~0xFF & Self.each(0x20)) == 0 {
      offset += 1
    }
  }

  /// Returns the high bit of the first of eight bytes that is not a plain character, perhaps with
  /// bits above it; 0 if there is none.
  private static func specialCharacters(in word: UInt64) -> UInt64 {
    let quotationMarks = word ^ each(UInt8(ascii: "\""))
    let backslashes = word ^ each(UInt8(ascii: "\\"))
    let isControl = (word &- each(0x20)) & ~word
    let isQuotationMark = (quotationMarks &- each(1)) & ~quotationMarks
    let isBackslash = (backslashes &- each(1)) & ~backslashes
    return (isControl | isQuotationMark | isBackslash | word) & each(0x80)
  }

  private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

  private mutating func append(_ kind: JSONToken.Kind, from start: Int, to end: Int) {
    tokens.append(
      JSONToken(
        kind: kind, start: UInt32(start), end: UInt32(end), next: UInt32(tokens.count + 1)))
  }

  /// Skips white space. Returns the byte that follows.
  private mutating func next() -> UInt8? {
    while let byte, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { offset += 1 }
    return byte
  }

  private mutating func take(_ expected: UInt8) throws(JSONError) {
    guard skip(expected) else { throw malformed }
  }

  @discardableResult
  private mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }
}
