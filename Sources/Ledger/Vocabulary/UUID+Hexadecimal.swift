package import Foundation

extension UUID {
  /// Parses 32 hexadecimal digits in lower case, as `hexadecimal` writes them; nil for anything
  /// else.
  package init?(hexadecimal text: String) {
    guard text.utf8.count == 32 else { return nil }
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { range in
      String(text.dropFirst(range.lowerBound).prefix(range.count))
    }
    guard let id = UUID(uuidString: groups.joined(separator: "-")) else { return nil }
    self = id
    guard hexadecimal == text else { return nil }
  }

  /// The form of the ledger's own identifiers: 32 hexadecimal digits in lower case.
  package var hexadecimal: String {
    uuidString.replacing("-", with: "").lowercased()
  }
}
