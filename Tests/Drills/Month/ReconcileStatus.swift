/// The output of `daicho reconcile status --json`.
package struct ReconcileStatus: Sendable, Decodable {
  package struct Store: Sendable, Decodable {
    package struct Count: Sendable, Decodable {
      package let expected: Int
      package let repaired: Int
      package let rejected: Int
    }

    package let completenessPercent: Double
    package let notifications: Count
    /// The answers that Apple has yet to give.
    package let owed: Int
  }

  package let stores: [Store]
  package let complete: Bool

  /// The smallest percentage of all stores.
  package var completenessPercent: Double { stores.map(\.completenessPercent).min() ?? 0 }
  /// The notifications that were ingested from Apple's history.
  package var repaired: Int { stores.map(\.notifications.repaired).reduce(0, +) }
}
