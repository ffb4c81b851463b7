/// One element in the basic encoding rules: an identifier octet and the content after its length.
struct BERElement {
  /// The bit of an identifier octet that says that the content consists of elements.
  static let constructed: UInt8 = 0x20

  /// The largest accepted nesting of the parts of one string.
  private static let partsDepthMax = 4

  let identifier: UInt8
  /// The whole element with identifier and length.
  let encoded: ArraySlice<UInt8>
  /// The indices of the content in `encoded`.
  let contentRange: Range<Int>

  var content: ArraySlice<UInt8> { encoded[contentRange] }

  /// Returns a reader of the members of a sequence, a set or a tagged element.
  func members(of identifier: UInt8) throws(MalformedBER) -> BERReader {
    guard self.identifier == identifier else { throw MalformedBER() }
    return BERReader(content)
  }

  /// Returns the octets of a string type, joined if the string is encoded in parts.
  func octets(_ identifier: UInt8) throws(MalformedBER) -> ArraySlice<UInt8> {
    try octets(identifier, depth: 0)
  }

  private func octets(_ identifier: UInt8, depth: Int) throws(MalformedBER) -> ArraySlice<UInt8> {
    if self.identifier == identifier { return content }
    guard self.identifier == identifier | Self.constructed, depth < Self.partsDepthMax else {
      throw MalformedBER()
    }
    var parts = BERReader(content)
    var joined: [UInt8] = []
    while let part = try parts.next() {
      joined += try part.octets(identifier, depth: depth + 1)
    }
    return joined[...]
  }

  /// The text of a UTF8String, an IA5String or a PrintableString; nil for anything else.
  var text: String? { textOctets.flatMap { String(validating: $0, as: UTF8.self) } }

  /// The octets of such a text, which may be no UTF-8.
  var textOctets: ArraySlice<UInt8>? {
    let tag = identifier & ~Self.constructed
    switch tag {
    // Parts that cannot be joined are no text.
    case Tag.utf8String, Tag.ia5String, Tag.printableString: return try? octets(tag)
    default: return nil
    }
  }

  /// The value of an INTEGER of at most 64 bits; nil for anything else.
  var integer: Int64? {
    guard identifier == Tag.integer, !contentRange.isEmpty, contentRange.count <= 9 else {
      return nil
    }
    let first = Int64(Int8(bitPattern: encoded[contentRange.lowerBound]))
    var value: Int64 = first < 0 ? -1 : 0
    for index in contentRange { value = value &<< 8 | Int64(encoded[index]) }
    // The first of nine octets is no part of the value, and may only repeat its sign.
    guard contentRange.count < 9 || first == (value < 0 ? -1 : 0) else { return nil }
    return value
  }

  /// The identifier octets of the types that receipts use.
  enum Tag {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let utf8String: UInt8 = 0x0C
    static let printableString: UInt8 = 0x13
    static let ia5String: UInt8 = 0x16
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// A constructed element with the context-specific tag 0.
    static let tagged0: UInt8 = 0xA0
    /// A constructed element with the context-specific tag 1.
    static let tagged1: UInt8 = 0xA1
  }
}
