/// A reader of successive elements in the basic encoding rules (BER, X.690 §8).
///
/// Receipts from Xcode have indefinite lengths, so the distinguished rules (DER) do not suffice.
/// No input traps: bytes that are not BER throw `MalformedBER`.
struct BERReader {
  /// The largest accepted nesting of elements with indefinite lengths.
  static let depthMax = 16

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private var left: Int { bytes.endIndex - position }

  /// Returns the only element of these bytes. Throws if more bytes follow.
  static func only(_ bytes: ArraySlice<UInt8>) throws(MalformedBER) -> BERElement {
    var reader = BERReader(bytes)
    guard let element = try reader.next(), reader.left == 0 else { throw MalformedBER() }
    return element
  }

  /// Returns the next element. Returns nil at the end.
  mutating func next() throws(MalformedBER) -> BERElement? {
    guard left > 0 else { return nil }
    let start = position
    let header = try header()
    guard header.identifier != 0 else { throw MalformedBER() }  // an end without a beginning
    let begin = position
    let end: Int
    if let length = header.length {
      position += length
      end = position
    } else {
      try skipToEndOfContents()
      end = position - 2
    }
    return BERElement(
      identifier: header.identifier, encoded: bytes[start..<position], contentRange: begin..<end)
  }

  /// Returns the next element with this identifier octet. Throws for any other.
  mutating func next(_ identifier: UInt8) throws(MalformedBER) -> BERElement {
    guard let element = try next(), element.identifier == identifier else { throw MalformedBER() }
    return element
  }

  private struct Header {
    let identifier: UInt8
    /// The length of the content, which is at most what is left; nil if indefinite.
    let length: Int?
  }

  /// Skips the content of an indefinite length and the two zero bytes that end it.
  private mutating func skipToEndOfContents() throws(MalformedBER) {
    var depth = 1
    while depth > 0 {
      let header = try header()
      switch (header.identifier, header.length) {
      case (0, 0): depth -= 1
      case (0, _): throw MalformedBER()
      case (_, let length?): position += length
      case (_, nil): depth += 1
      }
      guard depth <= Self.depthMax else { throw MalformedBER() }
    }
  }

  /// Reads the identifier and the length. Tag numbers above 30 do not occur in receipts.
  private mutating func header() throws(MalformedBER) -> Header {
    guard left >= 2 else { throw MalformedBER() }
    let (identifier, first) = (bytes[position], bytes[position + 1])
    guard identifier & 0x1F != 0x1F else { throw MalformedBER() }
    position += 2
    if first == 0x80 {
      guard identifier & BERElement.constructed != 0 else { throw MalformedBER() }
      return Header(identifier: identifier, length: nil)
    }
    let length = first < 0x80 ? Int(first) : try length(octets: Int(first & 0x7F))
    guard length <= left else { throw MalformedBER() }
    return Header(identifier: identifier, length: length)
  }

  /// Reads a length of so many octets.
  private mutating func length(octets count: Int) throws(MalformedBER) -> Int {
    guard count <= min(8, left) else { throw MalformedBER() }
    var value: UInt64 = 0
    for index in position..<position + count { value = value << 8 | UInt64(bytes[index]) }
    position += count
    guard let length = Int(exactly: value) else { throw MalformedBER() }
    return length
  }
}

/// A failure to read bytes as BER. A receipt with such bytes was not made by Apple.
struct MalformedBER: Error {}
