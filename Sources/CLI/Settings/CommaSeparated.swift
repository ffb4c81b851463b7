import Foundation

/// Lists as flags and environment write them.
enum CommaSeparated {
  /// The items without the space around them; empty ones are left out.
  static func items(_ text: String) -> [String] {
    text.split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
