/// A writer of values as the bytes of JSON.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private let escapesSlashes: Bool

  init(escapesSlashes: Bool) {
    self.escapesSlashes = escapesSlashes
    bytes.reserveCapacity(512)
  }

  mutating func write(_ value: EncodedJSON) throws {
    switch value {
    case .null: append("null")
    case .bool(let bool): append(bool ? "true" : "false")
    case .integer(let number): append(number)
    case .unsigned(let number): append(String(number))
    case .large(let number): append(String(number))
    case .double(let number): try append(number)
    case .string(let text): append(quoted: text)
    case .encoded(let part):
      guard !escapesSlashes else {
        throw EncodingError.invalidValue(
          part, .init(codingPath: [], debugDescription: "a part has the spelling of answers"))
      }
      bytes.append(contentsOf: part)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in elements.values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        try write(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(quoted: member.key)
        bytes.append(UInt8(ascii: ":"))
        try write(member.value)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  private mutating func append(_ number: Int64) {
    if (0..<10).contains(number) {
      bytes.append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(String(number))
    }
  }

  private mutating func append(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "JSON has no such number"))
    }
    let text = number.description
    append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  private mutating func append(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { utf8 in
      if utf8.contains(where: isEscaped) {
        for byte in utf8 { append(escaping: byte) }
      } else {
        bytes.append(contentsOf: utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || escapesSlashes && byte == UInt8(ascii: "/")
  }

  private mutating func append(escaping byte: UInt8) {
    guard isEscaped(byte) else {
      bytes.append(byte)
      return
    }
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case UInt8(ascii: "/"): append("\\/")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
    }
  }
}
