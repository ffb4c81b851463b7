import Ledger

/// The form in which states of chains and transactions are stored.
///
/// Version 1: the byte 1, the assertions as an array, and the state. A state is bytes instead of JSON,
/// because writing and reading JSON took most of the time of the projections, and three times the
/// space.
enum StoredState {
  private static let version: UInt8 = 1

  static func encode(_ state: some Encodable) throws -> [UInt8] {
    let encoder = StateEncoder()
    try encoder.write(state)
    encoder.end(to: 0)
    let assertions = try encode(encoder.assertions)
    return [version] + assertions + encoder.bytes
  }

  static func decode<State: Decodable>(_ type: State.Type, _ bytes: [UInt8]) throws -> State {
    var reader = StateBytes(bytes[...])
    let version = try reader.byte()
    guard version == Self.version else { throw StateCodingError.unknownVersion(version) }
    let assertions = try decodeAssertions(try reader.content())
    return try StateDecoder(content: reader.rest, assertions: assertions).read(type)
  }

  /// Returns the assertions as one content: the trust, the moment and the digest of each.
  private static func encode(_ assertions: [Assertion]) throws -> [UInt8] {
    let encoder = StateEncoder()
    encoder.begin(at: 0)
    for assertion in assertions {
      encoder.begin(at: 1)
      encoder.write(number: assertion.trust.rawValue)
      encoder.begin(at: 1)
      encoder.write(number: assertion.assertedAt.milliseconds)
      encoder.begin(at: 1)
      try encoder.write(assertion.digest)
    }
    encoder.end(to: 0)
    return encoder.bytes
  }

  private static func decodeAssertions(_ content: ArraySlice<UInt8>) throws -> [Assertion] {
    var reader = StateBytes(content)
    func next() throws -> StateDecoder {
      StateDecoder(content: try reader.content(), assertions: [])
    }
    var assertions: [Assertion] = []
    while !reader.isAtEnd {
      guard let trust = Trust(rawValue: try next().number(Int16.self)) else {
        throw StateCodingError.damaged
      }
      assertions.append(
        Assertion(
          trust: trust, assertedAt: Instant(milliseconds: try next().number(Int64.self)),
          digest: try next().read(Digest.self)))
    }
    return assertions
  }
}
