/// What came of a month of which a ledger did not hear everything in time.
package struct MonthReport: Sendable {
  /// Who was asked about.
  package let customers: Int
  /// Everything Apple said.
  package let notifications: Int
  /// Of these, what had not arrived when Apple's history was asked.
  package let failed: Int
  /// What the ledger said of itself then.
  package let status: ReconcileStatus
  /// Where it did not tell the truth in the end.
  package let differences: [String]

  /// Whether everything that was missing was repaired, and all is true.
  package var isWhole: Bool {
    differences.isEmpty && failed > 0 && status.repaired == failed && status.complete
      && status.completenessPercent == 100
  }
}
