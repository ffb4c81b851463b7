import Foundation

/// The members of a keyed value that are written.
struct KeyedStateEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: StateEncoder
  private let depth: Int

  init(encoder: StateEncoder) {
    self.encoder = encoder
    depth = encoder.depth
  }

  var codingPath: [any CodingKey] { [] }

  private func member(_ key: Key, _ write: () throws -> Void) rethrows {
    encoder.begin(key.stringValue, at: depth)
    try write()
    encoder.end(to: depth)
  }

  /// Writes nothing: a member that is missing is nil.
  func encodeNil(forKey key: Key) {}
  func encode(_ value: Bool, forKey key: Key) { encode(value ? 1 : 0 as Int8, forKey: key) }
  func encode(_ value: String, forKey key: Key) { member(key) { encoder.write(text: value) } }
  func encode(_ value: Double, forKey key: Key) throws { throw StateCodingError.floatingPoint }
  func encode(_ value: Float, forKey key: Key) throws { throw StateCodingError.floatingPoint }
  func encode(_ value: Int, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: Int8, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: Int16, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: Int32, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: Int64, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: UInt, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: UInt8, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: UInt16, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: UInt32, forKey key: Key) { member(key) { encoder.write(number: value) } }
  func encode(_ value: UInt64, forKey key: Key) { member(key) { encoder.write(number: value) } }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    try member(key) { try encoder.write(value) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.begin(key.stringValue, at: depth)
    return encoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.begin(key.stringValue, at: depth)
    return encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder }
  func superEncoder(forKey key: Key) -> any Encoder { encoder }
}
