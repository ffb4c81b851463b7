import Foundation
import Ledger

/// The elements of an array that are read.
struct StateArrayDecoding: UnkeyedDecodingContainer {
  let elements: [ArraySlice<UInt8>]
  let assertions: [Assertion]
  private(set) var currentIndex = 0

  var codingPath: [any CodingKey] { [] }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().read(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }

  private mutating func next() throws -> StateDecoder {
    guard !isAtEnd else { throw StateCodingError.damaged }
    defer { currentIndex += 1 }
    return StateDecoder(content: elements[currentIndex], assertions: assertions)
  }
}
