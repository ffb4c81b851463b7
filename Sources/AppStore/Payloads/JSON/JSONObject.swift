import Foundation

/// An object of a document, with its members by name. Of members with the same name the first
/// counts. Without such a member, and if it is null, a question for its value returns nil.
///
/// A value of another type than asked for is `unexpectedValue`.
package struct JSONObject: Sendable {
  private let document: JSONDocument
  private let index: Int

  init?(_ document: JSONDocument, at index: Int) {
    guard document.tokens[index].kind == .object else { return nil }
    self.document = document
    self.index = index
  }

  /// Returns true if there is such a member, also if it is null.
  package func contains(_ name: StaticString) -> Bool { member(name) != nil }

  func string(_ name: StaticString) throws(JSONError) -> String? {
    try text(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the UTF-8 of a string: a slice of the received bytes unless the string has escapes.
  package func text(_ name: StaticString) throws(JSONError) -> ArraySlice<UInt8>? {
    guard let value = value(name) else { return nil }
    guard let text = document.text(at: value) else { throw .unexpected(name) }
    return text
  }

  func strings(_ name: StaticString) throws(JSONError) -> [String]? {
    guard let array = value(name) else { return nil }
    guard document.tokens[array].kind == .array else { throw .unexpected(name) }
    var strings: [String] = []
    var element = array + 1
    while element < document.tokens[array].next {
      guard let text = document.text(at: element) else { throw .unexpected(name) }
      strings.append(String(decoding: text, as: UTF8.self))
      element = Int(document.tokens[element].next)
    }
    return strings
  }

  func bool(_ name: StaticString) throws(JSONError) -> Bool? {
    guard let value = value(name) else { return nil }
    switch document.tokens[value].kind {
    case .true: return true
    case .false: return false
    default: throw .unexpected(name)
    }
  }

  /// Returns a number without a fraction, however it is written: also 1.0 and 1e3.
  func integer<Integer: FixedWidthInteger & Decodable>(
    _ name: StaticString
  ) throws(JSONError) -> Integer? {
    guard let number = try number(name) else { return nil }
    if let digits = number.wholeNumber {
      guard let integer = Integer(exactly: digits) else { throw .unexpected(name) }
      return integer
    }
    guard let integer = number.decoded(as: Integer.self) else { throw .unexpected(name) }
    return integer
  }

  func timestamp(_ name: StaticString) throws(JSONError) -> Timestamp? {
    guard let number = try number(name) else { return nil }
    guard
      let timestamp = number.wholeNumber.map(Timestamp.init(milliseconds:))
        ?? number.decoded(as: Timestamp.self),
      Timestamp.range.contains(timestamp.milliseconds)
    else { throw .unexpected(name) }
    return timestamp
  }

  func object(_ name: StaticString) throws(JSONError) -> JSONObject? {
    guard let value = value(name) else { return nil }
    guard let object = JSONObject(document, at: value) else { throw .unexpected(name) }
    return object
  }

  private func number(_ name: StaticString) throws(JSONError) -> JSONNumber? {
    guard let value = value(name) else { return nil }
    guard document.tokens[value].kind == .number else { throw .unexpected(name) }
    return JSONNumber(text: document.content(document.tokens[value]))
  }

  /// Returns the index of a member's value; nil if there is no member or its value is null.
  private func value(_ name: StaticString) -> Int? {
    guard let value = member(name), document.tokens[value].kind != .null else { return nil }
    return value
  }

  private func member(_ name: StaticString) -> Int? {
    document.tokens.withUnsafeBufferPointer { tokens in
      document.bytes.withUnsafeBytes { bytes in
        let end = Int(tokens[index].next)
        var key = index + 1
        while key < end {
          if tokens[key].isName(name, in: bytes) { return key + 1 }
          key = Int(tokens[key + 1].next)
        }
        return nil
      }
    }
  }
}

extension JSONToken {
  /// Returns true if the token is this text.
  fileprivate func isName(_ name: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
    let expected = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let content = UnsafeRawBufferPointer(rebasing: bytes[Int(start)..<Int(end)])
    guard kind == .text else {
      return JSONEscapes.unescaped(Array(content)[...])?.elementsEqual(expected) ?? false
    }
    guard content.count == expected.count else { return false }
    guard let left = content.baseAddress, let right = expected.baseAddress else { return true }
    return memcmp(left, right, content.count) == 0
  }
}

extension JSONDocument {
  fileprivate func text(at index: Int) -> ArraySlice<UInt8>? {
    let token = tokens[index]
    switch token.kind {
    case .text: return content(token)
    case .escapedText: return JSONEscapes.unescaped(content(token))?[...]
    default: return nil
    }
  }
}

/// A number as it is written.
private struct JSONNumber {
  let text: ArraySlice<UInt8>

  /// The value if it is written in at most eighteen digits alone, as Apple writes all numbers.
  var wholeNumber: Int64? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    guard digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for character in digits {
      let digit = character &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? -value : value
  }

  /// Decodes the rare number with a fraction, an exponent or more digits.
  func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text))  // nil if it cannot be represented
  }
}

extension JSONError {
  fileprivate static func unexpected(_ name: StaticString) -> JSONError {
    .unexpectedValue(field: "\(name)")
  }
}
