import Foundation

/// Comma-separated lists in flags and environment variables.
enum CommaSeparated {
  /// Returns the items without surrounding space; leaves out empty ones.
  static func items(_ text: String) -> [String] {
    text.split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
