/// The rate of one transaction as it was first known, or a correction of it. Lines are only
/// appended.
package struct CommissionLine: Hashable, Sendable, Codable {
  /// 1, 2, 3 … within a book.
  package let number: Int
  package let chain: ChainID
  package let transactionID: TransactionID
  /// Nil where it turned out that nothing was charged.
  package let rate: CommissionRate?
  /// When we learnt it.
  package let learntAt: Instant
  /// The event that taught it.
  package let because: EventID
  /// What it corrects; nil where it is the first line of its transaction.
  package let correction: Correction?

  package struct Correction: Hashable, Sendable, Codable {
    package let corrects: Int
    package let rateBefore: CommissionRate?
  }
}
