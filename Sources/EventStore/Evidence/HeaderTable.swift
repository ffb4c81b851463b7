import JSONBytes
import Ledger

/// A table of the stored JWS headers, by number and by content. Each header holds a certificate
/// chain.
///
/// The number of a header is permanent.
package struct HeaderTable: Sendable {
  private var numbers: [EncodedHeader: Int32] = [:]
  private var texts: [Int32: [UInt8]] = [:]
  /// The SHA-256 of each header, in hexadecimal digits.
  private(set) var digests: [Int32: String] = [:]
  /// The digests of headers that are stored with another text. They cannot be stored again.
  private var altered: Set<Digest> = []

  package init() {}

  /// Inserts a decoded header with its stored number. A second number for the same content serves
  /// only for reading.
  package mutating func insert(_ header: [UInt8], number: Int32) {
    let text = Base64URL.characters(header)
    texts[number] = text
    digests[number] = Digest(of: header).hexadecimal
    let key = EncodedHeader(text: text)
    if numbers[key] == nil { numbers[key] = number }
  }

  mutating func noteAltered(_ digest: Digest) { altered.insert(digest) }

  func isAltered(_ digest: Digest) -> Bool { altered.contains(digest) }

  /// Returns the decoded headers without a number, to be stored before packing.
  package func unknownHeaders(in splitter: EvidenceSplitter) -> [[UInt8]] {
    splitter.encodedHeaders.filter { number(of: $0) == nil }.compactMap {
      Base64URL.decode($0[...])
    }
  }

  /// Returns the number of a header in the form that a JWS writes.
  func number(of text: [UInt8]) -> Int32? {
    numbers[EncodedHeader(text: text)]
  }

  /// Returns the header in the form that a JWS writes.
  func text(_ number: Int32) -> [UInt8]? {
    texts[number]
  }
}

/// A header in base64url. The hash covers the beginning, which contains the leaf's serial number.
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
