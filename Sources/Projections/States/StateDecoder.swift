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
    KeyedDecodingContainer(KeyedStateDecoding(members: try members(), assertions: assertions))
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
    let value: Any =
      if type == Assertion.self {
        try assertion()
      } else if type == Digest.self {
        try digest()
      } else if type == UUID.self {
        try uuid()
      } else {
        try type.init(from: self)
      }
    guard let value = value as? Value else { throw StateCodingError.damaged }
    return value
  }

  func number<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard let first = content.last, content.count <= 8 else { throw StateCodingError.damaged }
    // The highest byte has the sign.
    var value = Int64(Int8(bitPattern: first))
    for byte in content.dropLast().reversed() { value = value << 8 | Int64(byte) }
    guard let number = Value(exactly: value) else { throw StateCodingError.damaged }
    return number
  }

  func text() throws -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw StateCodingError.damaged
    }
    return text
  }

  private func members() throws -> [(name: String, content: ArraySlice<UInt8>)] {
    var (reader, members) = (StateBytes(content), [(name: String, content: ArraySlice<UInt8>)]())
    while !reader.isAtEnd { members.append((try reader.name(), try reader.content())) }
    return members
  }

  private func assertion() throws -> Assertion {
    let index = try number(Int.self)
    guard assertions.indices.contains(index) else { throw StateCodingError.damaged }
    return assertions[index]
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
