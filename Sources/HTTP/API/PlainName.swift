/// The rule for names of accounts and keys.
package enum PlainName {
  private static let sizeMax = 255
  package static let rule = "must have 1 to \(sizeMax) bytes of UTF-8 without control characters"

  package static func allows(_ text: String) -> Bool {
    (1...sizeMax).contains(text.utf8.count)
      && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
