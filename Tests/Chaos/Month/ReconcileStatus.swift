/// What `daicho reconcile status --json` says.
package struct ReconcileStatus: Sendable, Decodable {
  package struct Store: Sendable, Decodable {
    package struct Count: Sendable, Decodable {
      package let expected: Int
      package let repaired: Int
      package let refused: Int
    }

    package let completenessPercent: Double
    package let notifications: Count
    /// Answers that Apple still owes.
    package let owed: Int
  }

  package let stores: [Store]
  package let complete: Bool

  /// The least of all stores.
  package var completenessPercent: Double { stores.map(\.completenessPercent).min() ?? 0 }
  /// Notifications that were taken in from Apple's history.
  package var repaired: Int { stores.map(\.notifications.repaired).reduce(0, +) }
}
