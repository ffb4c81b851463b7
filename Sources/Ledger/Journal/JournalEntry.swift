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
  package let productType: ProductType
  /// The subscription group; nil if the product is no subscription or no source named a group.
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The App Store by Apple's three-letter code; nil if no source named it.
  package let storefront: String?
  package let currency: String
  /// The rate of the charge, also of what was given back of it; nil if no row of the terms applied.
  package let rate: CommissionRate?
  /// The moment to which the entry belongs by Apple's word: of the charge, the refund, the replacement
  /// or the reversal.
  package let occurredAt: Instant
  /// The time at which the entry became known.
  package let learntAt: Instant
  /// The amounts in the direction of the kind: a charge and a reversal add, a refund and an upgrade take
  /// away. An adjustment holds only the difference, which may be negative.
  package let amounts: JournalAmounts
  /// The change of the number of charges, refunds and so on: 1 for a new one, -1 for one that is taken
  /// out, 0 for a difference of amounts.
  package let count: Int
  /// The time over which the price is earned day by day; nil if it is earned at once.
  package let service: ServiceSpan?
  /// The number of the entry that this one adjusts; nil for a first entry.
  package let adjusts: Int?
  /// The event that caused the entry.
  package let causedBy: EventID
  /// The events from which the entry follows, ascending.
  package let because: [EventID]

  package init(
    number: Int, kind: Kind, chain: ChainID, transactionID: TransactionID, productID: ProductID,
    productType: ProductType, subscriptionGroupID: SubscriptionGroupID?, storefront: String?,
    currency: String, rate: CommissionRate?, occurredAt: Instant, learntAt: Instant,
    amounts: JournalAmounts, count: Int,
    service: ServiceSpan?, adjusts: Int?, causedBy: EventID, because: [EventID]
  ) {
    self.number = number
    self.kind = kind
    self.chain = chain
    self.transactionID = transactionID
    self.productID = productID
    self.productType = productType
    self.subscriptionGroupID = subscriptionGroupID
    self.storefront = storefront
    self.currency = currency
    self.rate = rate
    self.occurredAt = occurredAt
    self.learntAt = learntAt
    self.amounts = amounts
    self.count = count
    self.service = service
    self.adjusts = adjusts
    self.causedBy = causedBy
    self.because = because
  }

  /// The postings of the entry, without empty ones. Their sum is zero.
  package var postings: [JournalPosting] {
    JournalPosting.postings(
      of: kind, price: Int128(amounts.price), tax: Int128(amounts.tax),
      commission: Int128(amounts.commission), isDeferred: service != nil)
  }
}
