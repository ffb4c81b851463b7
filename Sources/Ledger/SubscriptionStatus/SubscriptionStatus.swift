/// How one auto-renewable subscription stands at a moment, in Apple's five states.
package struct SubscriptionStatus: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, Codable {
    case active, expired, billingRetry, gracePeriod, revoked
  }

  package let chain: ChainID
  package let subscriptionGroupID: SubscriptionGroupID?
  /// Product and transaction of the period spoken of: the live one, else the last begun.
  package let productID: ProductID
  package let transactionID: TransactionID
  package let ownership: Ownership
  package let status: Status
  /// As asserted last, extensions included; a refund or an upgrade does not change it.
  package let expiresAt: Instant
  /// The end of the grace period that follows this period, by its withdrawal if that came first; nil
  /// while none is known.
  package let gracePeriodExpiresAt: Instant?
  package let autoRenew: Bool?
  package let renewsAs: ProductID?
  /// Apple's number for why it ended; nil while it is live or Apple has not said.
  package let expirationIntent: Int32?
  package let priceIncreaseStatus: Int32?
  /// The offer under which the period was bought.
  package let offer: Offer?
  /// The offer of the next period.
  package let nextOffer: Offer?
  /// The newest assertion by Apple behind this answer.
  package let confirmedAt: Instant
  package let renewalOverdue: Bool
  /// The events this follows from, ascending.
  package let because: [EventID]
}
