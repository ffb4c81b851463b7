/// The status of one auto-renewable subscription at a moment, in Apple's five states.
package struct SubscriptionStatus: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable, Codable {
    case active, expired, billingRetry, gracePeriod, revoked
  }

  package let chain: ChainID
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The product of the reported period: the live one, else the one that began last.
  package let productID: ProductID
  package let transactionID: TransactionID
  package let ownership: Ownership
  package let status: Status
  /// The expiry that Apple asserted last, extensions included; a refund or an upgrade does not
  /// change it. The end of access if that goes on to the renewal date.
  package let expiresAt: Instant
  /// The end of the grace period after this period, or the moment of its withdrawal if that is
  /// earlier; nil while no grace period is known. Of a grace without a date the latest end possible.
  package let gracePeriodExpiresAt: Instant?
  package let autoRenew: Bool?
  package let renewsAs: ProductID?
  /// Apple's number for the reason of the expiry; nil while the subscription is active or Apple has
  /// not given one.
  package let expirationIntent: Int32?
  package let priceIncreaseStatus: Int32?
  /// The commitment that the period belongs to.
  package let commitment: Commitment?
  /// The renewal after that commitment; nil without a commitment, or if Apple announced none.
  package let commitmentRenewal: CommitmentRenewal?
  /// The currency of the period's price.
  package let currency: String?
  /// The offer under which the period was bought.
  package let offer: Offer?
  /// The offer of the next period.
  package let nextOffer: Offer?
  /// The time of Apple's newest assertion behind this status.
  package let confirmedAt: Instant
  package let renewalOverdue: Bool
  /// True if an end rests on a status that Apple told without the date for it.
  package let isUncertain: Bool
  /// The events from which this status follows, ascending.
  package let because: [EventID]
}
