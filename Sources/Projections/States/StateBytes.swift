/// The bytes of a state, read from the front.
struct StateBytes {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next name of a member.
  mutating func name() throws -> String {
    let number = try byte()
    guard number == 0 else {
      guard let name = StateKeys.name(of: number) else { throw StateCodingError.unknownName }
      return name
    }
    return String(decoding: try content(), as: UTF8.self)
  }

  /// Returns the next content behind its length.
  mutating func content() throws -> ArraySlice<UInt8> {
    var length = Int(try byte())
    if length == 255 {
      length = 0
      for _ in 0..<4 { length = length << 8 | Int(try byte()) }
    }
    guard length <= rest.count else { throw StateCodingError.damaged }
    defer { rest = rest.dropFirst(length) }
    return rest.prefix(length)
  }

  mutating func byte() throws -> UInt8 {
    guard let byte = rest.popFirst() else { throw StateCodingError.damaged }
    return byte
  }
}

/// The reason why a state cannot be written or read.
enum StateCodingError: Error, Equatable {
  /// States have no fractions.
  case floatingPoint
  /// An array has an element for each of its places.
  case nothing
  /// The bytes are no state.
  case damaged
  /// A newer program wrote a field that this one does not know.
  case unknownName
  /// A newer program wrote the state.
  case unknownVersion(UInt8)
}
