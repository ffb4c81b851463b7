import EventStore
import Foundation

/// A comparison of the rows of a replay with the stored ones.
enum RowComparison {
  /// Throws the first difference between the expected rows and the stored ones.
  static func compare<Key, State: Equatable>(
    _ expected: [Key: State], _ found: [Key: State],
    _ broken: (Key, String) -> BrokenPromise
  ) throws(BrokenPromise) {
    for (key, state) in expected {
      guard let other = found[key] else { throw broken(key, "is missing; a replay has it") }
      guard other == state else { throw broken(key, "differs from a replay") }
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
