/// An entry of the journal: amounts of one currency whose debits and credits are equal.
///
/// Entries are only appended. What turns out differently later is a further entry that names the one it
/// adjusts.
package struct JournalEntry: Hashable, Codable, Sendable {
  package enum Kind: String, Codable, Sendable, CaseIterable {
    case charge
    /// Apple gave the customer money back.
    case refund
    /// Apple gave back the unused part of a period that an upgrade or a crossgrade replaced.
    case upgrade
    /// Apple took a refund back.
    case reversal
  }

  /// The number of the entry within its book: 1, 2, 3 …
  package let number: Int
  package let kind: Kind
  package let chain: ChainID
  package let transactionID: TransactionID
  package let productID: ProductID
  /// The App Store by Apple's three-letter code; nil if no source named it.
  package let storefront: String?
  package let currency: String
  /// The moment to which the entry belongs by Apple's word: of the charge, the refund, the replacement
  /// or the reversal.
  package let occurredAt: Instant
  /// The time at which the entry became known.
  package let learntAt: Instant
  /// The amounts in the direction of the kind: a charge and a reversal add, a refund and an upgrade take
  /// away. An adjustment holds only the difference, which may be negative.
  package let amounts: JournalAmounts
  /// The time over which the price is earned day by day; nil if it is earned at once.
  package let service: ServiceSpan?
  /// The number of the entry that this one adjusts; nil for a first entry.
  package let adjusts: Int?
  /// The events from which the entry follows, ascending.
  package let because: [EventID]

  package struct Posting: Hashable, Sendable {
    package let account: JournalAccount
    /// The amount in milliunits: a debit is positive, a credit negative.
    package let amount: Int64
  }

  /// The postings of the entry, without empty ones. Their sum is zero.
  package var postings: [Posting] {
    let sign: Int64 = kind == .charge || kind == .reversal ? 1 : -1
    let counterpart: JournalAccount =
      switch kind {
      case .charge: service == nil ? .revenue : .deferredRevenue
      case .refund, .reversal: .refunds
      case .upgrade: .upgrades
      }
    return [
      Posting(account: .receivable, amount: sign * amounts.proceeds),
      Posting(account: .commission, amount: sign * amounts.commission),
      Posting(account: .tax, amount: sign * amounts.tax),
      Posting(account: counterpart, amount: -sign * amounts.price),
    ].filter { $0.amount != 0 }
  }
}
