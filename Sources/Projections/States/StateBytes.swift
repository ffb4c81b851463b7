/// The bytes of a state, read from the front.
struct StateBytes {
  private let bytes: ArraySlice<UInt8>
  private var place: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  var isAtEnd: Bool { place == bytes.endIndex }
  /// The bytes that were not read yet.
  var rest: ArraySlice<UInt8> { bytes[place...] }

  /// Returns the number of the next member's name; 0 for a name that follows as a content.
  mutating func number() throws -> UInt8 { try byte() }

  /// Returns the next content behind its length.
  mutating func content() throws -> ArraySlice<UInt8> {
    var length = Int(try byte())
    if length == 255 {
      length = 0
      for _ in 0..<4 { length = length << 8 | Int(try byte()) }
    }
    guard length <= bytes.endIndex - place else { throw StateCodingError.damaged }
    defer { place += length }
    return bytes[place..<place + length]
  }

  mutating func byte() throws -> UInt8 {
    guard place < bytes.endIndex else { throw StateCodingError.damaged }
    defer { place += 1 }
    return bytes[place]
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
