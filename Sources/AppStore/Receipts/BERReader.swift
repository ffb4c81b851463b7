/// A reader of successive elements in the basic encoding rules (BER, X.690 §8).
///
/// Receipts from Xcode have indefinite lengths, so the distinguished rules (DER) do not suffice.
/// No input traps: bytes that are not BER throw `MalformedBER`.
struct BERReader {
  /// The largest accepted nesting of elements with indefinite lengths.
  static let depthMax = 16

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Returns the only element of these bytes. Throws if more bytes follow.
  static func only(_ bytes: ArraySlice<UInt8>) throws(MalformedBER) -> BERElement {
    var reader = BERReader(bytes)
    guard let element = try reader.next(), reader.rest.isEmpty else { throw MalformedBER() }
    return element
  }

  /// Returns the next element. Returns nil at the end.
  mutating func next() throws(MalformedBER) -> BERElement? {
    guard !rest.isEmpty else { return nil }
    let start = rest
    let header = try header()
    guard header.identifier != 0 else { throw MalformedBER() }  // an end without a beginning
    let content: ArraySlice<UInt8>
    if let length = header.length {
      content = rest.prefix(length)
      rest = rest.dropFirst(length)
    } else {
      let begin = rest.startIndex
      try skipToEndOfContents()
      content = start[begin..<rest.startIndex - 2]
    }
    return BERElement(
      identifier: header.identifier, content: content,
      encoded: start[start.startIndex..<rest.startIndex])
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
      case (_, let length?): rest = rest.dropFirst(length)
      case (_, nil): depth += 1
      }
      guard depth <= Self.depthMax else { throw MalformedBER() }
    }
  }

  /// Reads the identifier and the length. Tag numbers above 30 do not occur in receipts.
  private mutating func header() throws(MalformedBER) -> Header {
    guard let identifier = rest.popFirst(), identifier & 0x1F != 0x1F, let first = rest.popFirst()
    else { throw MalformedBER() }
    if first == 0x80 {
      guard identifier & BERElement.constructed != 0 else { throw MalformedBER() }
      return Header(identifier: identifier, length: nil)
    }
    var length = Int(first)
    if first > 0x80 {
      let octets = rest.prefix(Int(first & 0x7F))
      guard octets.count == Int(first & 0x7F), octets.count <= 8 else { throw MalformedBER() }
      rest = rest.dropFirst(octets.count)
      let value = octets.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let exact = Int(exactly: value) else { throw MalformedBER() }
      length = exact
    }
    guard length <= rest.count else { throw MalformedBER() }
    return Header(identifier: identifier, length: length)
  }
}

/// A failure to read bytes as BER. A receipt with such bytes was not made by Apple.
struct MalformedBER: Error {}
