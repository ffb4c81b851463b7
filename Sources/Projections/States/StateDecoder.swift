import Foundation
import Ledger

/// A decoder of the content of a state, as ``StateEncoder`` writes it.
struct StateDecoder: Decoder {
  let content: ArraySlice<UInt8>
  let assertions: [Assertion]

  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      KeyedStateDecoding(members: try StateMembers(content), assertions: assertions))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    var (reader, elements) = (StateBytes(content), [ArraySlice<UInt8>]())
    while !reader.isAtEnd { elements.append(try reader.content()) }
    return StateArrayDecoding(elements: elements, assertions: assertions)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    SingleStateDecoding(decoder: self)
  }

  func read<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if type == Assertion.self { return try taken(assertion()) }
    if type == EventID.self { return try taken(eventID()) }
    if type == Digest.self { return try taken(digest()) }
    if type == UUID.self { return try taken(uuid()) }
    return try type.init(from: self)
  }

  /// Returns a value as one of its own type, which the compiler does not know to be the same.
  private func taken<Known, Value>(_ value: Known) throws -> Value {
    guard let value = value as? Value else { throw StateCodingError.damaged }
    return value
  }

  func number<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard let first = content.last, content.count <= 8 else { throw StateCodingError.damaged }
    // The highest byte has the sign.
    var value = Int64(Int8(bitPattern: first))
    var place = content.endIndex - 1
    while place > content.startIndex {
      place -= 1
      value = value << 8 | Int64(content[place])
    }
    guard let number = Value(exactly: value) else { throw StateCodingError.damaged }
    return number
  }

  func text() throws -> String {
    let text = content.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
    guard let text else { throw StateCodingError.damaged }
    return text
  }

  private func assertion() throws -> Assertion {
    let index = try number(Int.self)
    guard assertions.indices.contains(index) else { throw StateCodingError.damaged }
    return assertions[index]
  }

  /// Reads an event id as it is written in text, `lane-position`.
  private func eventID() throws -> EventID {
    guard let dash = content.firstIndex(of: UInt8(ascii: "-")),
      let lane = Self.digits(content[..<dash]), let position = Self.digits(content[(dash + 1)...]),
      let lane = Int16(exactly: lane), position > 0
    else { throw StateCodingError.damaged }
    return EventID(lane: lane, position: position)
  }

  /// Returns the number of some decimal digits; nil for none, and for a number beyond an `Int64`.
  private static func digits(_ text: ArraySlice<UInt8>) -> Int64? {
    guard (1...18).contains(text.count) else {
      return Int64(String(decoding: text, as: UTF8.self))
    }
    var value: Int64 = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return value
  }

  private func digest() throws -> Digest {
    guard content.count == 32 else { throw StateCodingError.damaged }
    return Digest(bytes: Array(content))
  }

  private func uuid() throws -> UUID {
    guard content.count == 16 else { throw StateCodingError.damaged }
    return content.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
