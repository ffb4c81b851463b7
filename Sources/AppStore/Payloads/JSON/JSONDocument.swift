/// A JSON document (RFC 8259) in the received bytes.
///
/// The document is scanned once and checked whole: its grammar, UTF-8, and that nothing but white
/// space surrounds the value. Values are decoded when they are asked for.
package struct JSONDocument: Sendable {
  let bytes: ArraySlice<UInt8>
  /// The tokens in the order of the text. The first is the whole value.
  let tokens: [JSONToken]

  /// Throws `malformed` for bytes that are no JSON, `tooDeep` beyond `JSONScanner.depthMax`, and
  /// `tooLong` beyond `JSONScanner.countMax`.
  package init(_ bytes: ArraySlice<UInt8>) throws(JSONError) {
    self.bytes = bytes
    tokens = try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      try JSONScanner.tokens(of: bytes)
    }
  }

  /// Returns the document's value, which must be an object.
  package func object() throws(JSONError) -> JSONObject {
    guard let object = JSONObject(self, at: 0) else { throw .notAnObject }
    return object
  }

  /// The bytes of a token: the content of a text between its quotation marks, as written.
  func content(_ token: JSONToken) -> ArraySlice<UInt8> {
    bytes[(bytes.startIndex + Int(token.start))..<(bytes.startIndex + Int(token.end))]
  }
}

/// The place of a value, or of the name of a member, in a document.
struct JSONToken: Sendable {
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, array, object
    case text
    /// A text with escapes.
    case escapedText
  }

  let kind: Kind
  /// The offset of the first byte: of a text, the one after the quotation mark.
  let start: UInt32
  /// The offset after the last byte: of a text, that of the quotation mark. 0 for an array or an
  /// object.
  let end: UInt32
  /// The index of the token after the value and everything in it. Between an array or an object and
  /// this index are its elements, or its members, each a name and a value.
  var next: UInt32
}

/// A reason for not reading a document, or a field of it.
package enum JSONError: Error, Hashable, Sendable {
  /// The bytes are no JSON at this offset.
  case malformed(offset: Int)
  case tooDeep(offset: Int)
  case tooLong
  case notAnObject
  /// The field has another type, or its value cannot be represented.
  case unexpectedValue(field: String)
}
