/// The rule for names of accounts and keys.
package enum PlainName {
  private static let sizeMax = 255
  package static let rule = "must have 1 to \(sizeMax) bytes of UTF-8 without control characters"

  package static func allows(_ text: String) -> Bool {
    (1...sizeMax).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns the text of a body's field. Throws a problem that names the field.
  static func checked(_ text: String, _ field: String) throws(Problem) -> String {
    guard allows(text) else {
      throw .badRequest("invalid_body", "`\(field)` \(rule).")
    }
    return text
  }
}
