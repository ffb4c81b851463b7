/// The accounts of the journal.
package enum JournalAccount: String, Sendable, CaseIterable {
  /// Proceeds that Apple has not settled yet.
  case receivable
  /// Proceeds that Apple has settled, and pays about 33 days after the end of the fiscal month.
  case settled
  /// Apple's commission: an expense.
  case commission
  /// The taxes in the price that Apple collects and passes on, as estimated: they reduce the revenue.
  case tax
  /// Prices of service that was not given yet: a liability.
  case deferredRevenue
  /// Prices of what was sold at once.
  case revenue
  /// Prices that Apple gave back to customers: they reduce the revenue.
  case refunds
  /// Prices of the unused part of replaced periods, which Apple counted toward an upgrade.
  case upgrades
}
