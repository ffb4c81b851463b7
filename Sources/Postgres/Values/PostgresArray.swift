/// A value that can be an element of an array. Bytes are an exception: an array of bytes is one
/// `bytea`.
package protocol PostgresElement: Sendable {
  static var arrayOID: UInt32 { get }
  static func encode(array: [Self], into bytes: inout [UInt8])
  static func decode(array: UnsafeRawBufferPointer) -> [Self]?
}

extension Array: PostgresEncodable where Element: PostgresElement {
  package static var typeOID: UInt32 { Element.arrayOID }
  package func encode(into bytes: inout [UInt8]) { Element.encode(array: self, into: &bytes) }
}

extension Array: PostgresColumn, PostgresDecodable where Element: PostgresElement {
  package init?(binary: UnsafeRawBufferPointer) {
    guard let elements = Element.decode(array: binary) else { return nil }
    self = elements
  }
}

extension UInt8: PostgresElement {
  package static var arrayOID: UInt32 { 17 }
  package static func encode(array: [UInt8], into bytes: inout [UInt8]) {
    bytes.append(contentsOf: array)
  }
  package static func decode(array: UnsafeRawBufferPointer) -> [UInt8]? { Array(array) }
}

extension Array: PostgresScalar, PostgresElement where Element == UInt8 {
  package static var arrayOID: UInt32 { 1001 }
}

extension PostgresElement where Self: PostgresScalar {
  package static func encode(array: [Self], into bytes: inout [UInt8]) {
    encodeElements(array, into: &bytes)
  }

  package static func decode(array: UnsafeRawBufferPointer) -> [Self]? {
    let elements = decodeElements(array, as: Self.self)
    return elements.flatMap { found in
      let present = found.compactMap(\.self)
      return present.count == found.count ? present : nil
    }
  }
}

extension Optional: PostgresElement where Wrapped: PostgresScalar {
  package static var arrayOID: UInt32 { Wrapped.arrayOID }

  package static func encode(array: [Wrapped?], into bytes: inout [UInt8]) {
    encodeElements(array, into: &bytes)
  }

  package static func decode(array: UnsafeRawBufferPointer) -> [Wrapped?]? {
    decodeElements(array, as: Wrapped.self)
  }
}

/// Appends the number of dimensions, a flag for nulls and the element type; then each element with
/// its length.
private func encodeElements<Value: PostgresScalar>(_ array: [Value?], into bytes: inout [UInt8]) {
  Int32(array.isEmpty ? 0 : 1).encodeBigEndian(into: &bytes)
  Int32(array.contains { $0 == nil } ? 1 : 0).encodeBigEndian(into: &bytes)
  Value.typeOID.encodeBigEndian(into: &bytes)
  guard !array.isEmpty else { return }
  Int32(array.count).encodeBigEndian(into: &bytes)
  Int32(1).encodeBigEndian(into: &bytes)
  for value in array {
    guard let value else {
      Int32(-1).encodeBigEndian(into: &bytes)
      continue
    }
    let start = bytes.count
    Int32(0).encodeBigEndian(into: &bytes)
    value.encode(into: &bytes)
    let length = Int32(bytes.count - start - 4).bigEndian
    withUnsafeBytes(of: length) { bytes.replaceSubrange(start..<(start + 4), with: $0) }
  }
}

/// Decodes an array; nil unless the bytes are an array of at most one dimension of this type.
private func decodeElements<Value: PostgresScalar>(
  _ binary: UnsafeRawBufferPointer, as: Value.Type
) -> [Value?]? {
  var rest = binary[...]
  func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard count >= 0, rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }
  func number() -> Int32? { take(4).flatMap(Int32.init(bigEndian:)) }
  guard let dimensions = number(), number() != nil, let type = number() else { return nil }
  guard dimensions > 0 else { return [] }
  guard dimensions == 1, UInt32(bitPattern: type) == Value.typeOID, let count = number(),
    number() != nil
  else { return nil }
  var values: [Value?] = []
  for _ in 0..<count {
    guard let length = number() else { return nil }
    guard length >= 0 else {
      values.append(nil)
      continue
    }
    guard let bytes = take(Int(length)), let value = Value(binary: bytes) else { return nil }
    values.append(value)
  }
  return values
}
