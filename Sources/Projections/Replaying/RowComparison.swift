import EventStore
import Foundation

/// Rows as a replay comes to them, held against those that are stored.
enum RowComparison {
  /// Throws the first difference, as seen from what is expected.
  static func compare<Key, State: Equatable>(
    _ expected: [Key: State], _ found: [Key: State],
    _ broken: (Key, String) -> BrokenPromise
  ) throws(BrokenPromise) {
    for (key, state) in expected {
      guard let other = found[key] else { throw broken(key, "is missing; a replay has it") }
      guard other == state else { throw broken(key, "differs from what a replay comes to") }
    }
    for key in found.keys where expected[key] == nil {
      throw broken(key, "is there; a replay has none")
    }
  }

  static func broken(
    _ table: String, _ stream: UUID, _ finding: String
  ) -> BrokenPromise {
    BrokenPromise(.row(table: table, stream: stream.uuidString.lowercased()), finding)
  }
}
