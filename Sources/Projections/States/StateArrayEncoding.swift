import Foundation

/// The elements of an array that are written.
struct StateArrayEncoding: UnkeyedEncodingContainer {
  let encoder: StateEncoder
  private let depth: Int
  private(set) var count = 0

  init(encoder: StateEncoder) {
    self.encoder = encoder
    depth = encoder.depth
  }

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil() throws { throw StateCodingError.nothing }

  mutating func encode(_ value: some Encodable) throws {
    encoder.begin(at: depth)
    try encoder.write(value)
    encoder.end(to: depth)
    count += 1
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder.begin(at: depth)
    count += 1
    return encoder.container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.begin(at: depth)
    count += 1
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder }
}
