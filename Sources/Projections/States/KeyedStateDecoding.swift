import Foundation
import Ledger

/// The members of a keyed value that are read.
struct KeyedStateDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: [(name: String, content: ArraySlice<UInt8>)]
  let assertions: [Assertion]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { find(key) != nil }
  func decodeNil(forKey key: Key) -> Bool { find(key) == nil }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try decoder(key).number(Int8.self) != 0
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).text() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    throw StateCodingError.floatingPoint
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    throw StateCodingError.floatingPoint
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try number(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try number(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try number(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try number(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try number(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try number(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try number(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try number(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try number(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try number(type, key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).read(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { throw StateCodingError.damaged }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func find(_ key: Key) -> ArraySlice<UInt8>? {
    let name = key.stringValue
    return members.first { $0.name == name }?.content
  }

  private func decoder(_ key: Key) throws -> StateDecoder {
    guard let content = find(key) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: [], debugDescription: "it is missing"))
    }
    return StateDecoder(content: content, assertions: assertions)
  }

  private func number<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
    try decoder(key).number(type)
  }
}
