/// The text of a JWS inside another document, before it is divided into its segments.
package struct EnclosedJWS: Sendable, Hashable {
  /// A slice of the document around it, unless the text had escapes there.
  package let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }
}

extension EnclosedJWS: Decodable {
  package init(from decoder: any Decoder) throws {
    self.init(Array(try decoder.singleValueContainer().decode(String.self).utf8)[...])
  }
}
