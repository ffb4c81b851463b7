/// The headers of JWS that are stored, by number and by content; each holds a certificate chain.
///
/// A number stands for its header for ever.
package struct HeaderTable: Sendable {
  private var numbers: [EncodedHeader: Int32] = [:]
  private var texts: [Int32: [UInt8]] = [:]

  package init() {}

  /// Takes a decoded header with the number it is stored under; a second number for the same
  /// content is only read with.
  package mutating func insert(_ header: [UInt8], number: Int32) {
    let text = Base64URL.encode(header)
    texts[number] = text
    let key = EncodedHeader(text: text)
    if numbers[key] == nil { numbers[key] = number }
  }

  /// The decoded headers that have no number yet, to be stored before packing.
  package func unknownHeaders(in dissection: Dissection) -> [[UInt8]] {
    dissection.encodedHeaders.filter { number(of: $0) == nil }.compactMap(Base64URL.decode)
  }

  /// The number of a header as a JWS writes it.
  func number(of text: [UInt8]) -> Int32? {
    numbers[EncodedHeader(text: text)]
  }

  /// The header as a JWS writes it.
  func text(_ number: Int32) -> [UInt8]? {
    texts[number]
  }
}

/// A header in base64url. It hashes by its beginning, where the leaf's serial number stands.
private struct EncodedHeader: Hashable {
  let text: [UInt8]

  static func == (left: EncodedHeader, right: EncodedHeader) -> Bool {
    left.text.isSame(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text.count)
    text.withUnsafeBytes { hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0.prefix(128))) }
  }
}
