import Foundation
import Ledger

/// The members of a keyed value that are read.
struct KeyedStateDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let members: StateMembers
  let assertions: [Assertion]

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { members.names.compactMap(Key.init(stringValue:)) }

  func contains(_ key: Key) -> Bool { members.contains(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { !contains(key) }
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

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try find(key).map { try StateDecoder(content: $0, assertions: assertions).read(type) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try find(key).map {
      try StateDecoder(content: $0, assertions: assertions).number(Int8.self) != 0
    }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try find(key).map { try StateDecoder(content: $0, assertions: assertions).text() }
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try find(key).map { try StateDecoder(content: $0, assertions: assertions).number(type) }
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try find(key).map { try StateDecoder(content: $0, assertions: assertions).number(type) }
  }

  private func find(_ key: Key) -> ArraySlice<UInt8>? { members.content(of: key.stringValue) }

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
