import Foundation

/// A value that is read as it is.
struct SingleStateDecoding: SingleValueDecodingContainer {
  let decoder: StateDecoder

  var codingPath: [any CodingKey] { [] }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.number(Int8.self) != 0 }
  func decode(_ type: String.Type) throws -> String { try decoder.text() }
  func decode(_ type: Double.Type) throws -> Double { throw StateCodingError.floatingPoint }
  func decode(_ type: Float.Type) throws -> Float { throw StateCodingError.floatingPoint }
  func decode(_ type: Int.Type) throws -> Int { try decoder.number(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.number(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.number(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.number(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.number(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.number(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.number(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.number(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.number(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.number(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.read(type) }
}
