/// The result of a month in which a ledger did not receive everything in time.
package struct MonthReport: Sendable {
  /// The number of customers asked about.
  package let customers: Int
  /// The number of Apple's notifications.
  package let notifications: Int
  /// The notifications that had not arrived when Apple's history was requested.
  package let failed: Int
  /// The ledger's report of its reconciliation.
  package let status: ReconcileStatus
  /// The wrong answers in the end.
  package let differences: [String]

  /// True if everything missing was repaired, and all answers are true.
  package var isWhole: Bool {
    differences.isEmpty && failed > 0 && status.repaired == failed && status.complete
      && status.completenessPercent == 100
  }
}
