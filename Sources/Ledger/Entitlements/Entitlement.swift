/// Something a customer may use at a moment, with the evidence for it.
package struct Entitlement: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, Codable {
    case active
    /// The period is over, Apple is trying to collect, and full access is due.
    case gracePeriod
  }

  package let chain: ChainID
  package let transactionID: TransactionID
  package let productID: ProductID
  package let type: ProductType
  package let ownership: Ownership
  /// As Apple named it; where Apple did not, as a receipt does not, as a catalogue does.
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The level of service within the group, 1 the highest; nil where no catalogue names it.
  package let level: Int?
  package let state: State
  package let startsAt: Instant
  /// The end of the period, or of its grace; nil for what has no end that Apple knows.
  package let expiresAt: Instant?
  /// Nil where nothing renews, or nothing was said of it since this period is known.
  package let willRenew: Bool?
  /// The product of the next period as the customer chose it, be auto-renew on or off.
  package let renewsAs: ProductID?
  /// The newest assertion by Apple behind this answer.
  package let confirmedAt: Instant
  /// Whether the chain's last period is over and nothing has been heard of how it went on.
  package let renewalOverdue: Bool
  /// The events this follows from, ascending.
  package let because: [EventID]
}

extension Entitlement {
  /// What has no renewal: a non-consumable or a non-renewing subscription.
  init(purchaseOf transaction: TransactionState, in chain: ChainID, listing: CatalogueProduct?) {
    self.chain = chain
    transactionID = transaction.transactionID
    productID = transaction.purchase.productID
    type = transaction.purchase.type
    ownership = transaction.purchase.ownership
    subscriptionGroupID =
      transaction.purchase.subscriptionGroupID ?? listing?.subscriptionGroupID
    level = listing?.level
    state = .active
    startsAt = transaction.purchase.purchaseDate
    expiresAt = transaction.expiresDate
    willRenew = nil
    renewsAs = nil
    confirmedAt = transaction.confirmedAt
    renewalOverdue = false
    because = transaction.because
  }

  /// An auto-renewable period, or the grace after it.
  init(
    _ period: SubscriptionPeriod, grace: Grace?, of timeline: SubscriptionTimeline,
    at moment: Instant, listing: CatalogueProduct?
  ) {
    let (transaction, renewal) = (period.transaction, timeline.renewal(of: period))
    chain = timeline.chain.chain
    transactionID = transaction.transactionID
    productID = transaction.purchase.productID
    type = transaction.purchase.type
    ownership = transaction.purchase.ownership
    subscriptionGroupID =
      transaction.purchase.subscriptionGroupID ?? listing?.subscriptionGroupID
    level = listing?.level
    state = grace == nil ? .active : .gracePeriod
    startsAt = period.start
    expiresAt = grace?.end ?? period.end
    willRenew = renewal?.plan.autoRenew
    renewsAs = renewal?.plan.autoRenewProductID
    confirmedAt = transaction.confirmedAt(with: renewal)
    renewalOverdue = timeline.isRenewalOverdue(at: moment)
    because = period.because(with: renewal, grace)
  }
}

extension TransactionState {
  /// The newest assertion behind an answer from this transaction and renewal knowledge.
  func confirmedAt(with renewal: RenewalState?) -> Instant {
    guard let renewal else { return confirmedAt }
    return max(confirmation, renewal.confirmation).assertedAt
  }
}

extension SubscriptionPeriod {
  /// The events behind an answer from this period, renewal knowledge and grace, ascending, each once.
  func because(with renewal: RenewalState?, _ grace: Grace?) -> [EventID] {
    let events = because + (renewal?.because ?? []) + [grace?.event].compactMap(\.self)
    return Set(events).sorted()
  }
}
