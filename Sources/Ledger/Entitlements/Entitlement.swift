/// A product that a customer may use at a moment, with the evidence for it.
package struct Entitlement: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, Codable {
    case active
    /// The period is over, Apple is trying to collect, and the customer keeps full access.
    case gracePeriod
    /// The period is over, its renewal is expected, and Apple has told nothing since. Only a reader who says for
    /// how long access goes on then is told of it.
    case overdue
  }

  package let chain: ChainID
  package let transactionID: TransactionID
  package let productID: ProductID
  package let type: ProductType
  package let ownership: Ownership
  /// The group that Apple named, or the catalog's if Apple named none, as in a receipt.
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The level of service within the group, 1 the highest; nil if no catalog names it.
  package let level: Int?
  /// The names of what the product opens in the game, by the catalog in force at the moment.
  package let unlocks: [String]
  package let state: State
  package let startsAt: Instant
  /// The end of access: of the period, of its grace, or of the time up to the renewal date; nil if Apple named
  /// no end.
  package let expiresAt: Instant?
  /// True if the period will renew as told: by the auto-renew setting, or because payments of a
  /// commitment are left. Nil if the product does not renew, or Apple has asserted nothing about the
  /// end of this period or a later one.
  package let willRenew: Bool?
  /// The product that the customer chose for the next period, whether auto-renew is on or off.
  package let renewsAs: ProductID?
  /// The time of Apple's newest assertion behind this entitlement.
  package let confirmedAt: Instant
  /// True if the chain's last period is over and its continuation is unknown.
  package let renewalOverdue: Bool
  /// True if the end rests on a status that Apple told without the date for it.
  package let isUncertain: Bool
  /// The events from which this entitlement follows, ascending.
  package let because: [EventID]
}

extension Entitlement {
  /// Creates the entitlement of a non-consumable.
  init(purchaseOf transaction: TransactionState, in chain: ChainID, listing: CatalogProduct?) {
    self.chain = chain
    transactionID = transaction.transactionID
    productID = transaction.purchase.productID
    type = transaction.purchase.type
    ownership = transaction.purchase.ownership
    subscriptionGroupID =
      transaction.purchase.subscriptionGroupID ?? listing?.subscriptionGroupID
    level = listing?.level
    unlocks = listing?.unlocks ?? []
    state = .active
    startsAt = transaction.purchase.purchaseDate
    expiresAt = transaction.expiresDate
    willRenew = nil
    renewsAs = nil
    confirmedAt = transaction.confirmedAt
    renewalOverdue = false
    isUncertain = false
    because = transaction.because
  }

  /// Creates the entitlement of a non-renewing subscription, named by its last purchase; nil if the run
  /// has none.
  init?(_ run: NonRenewingRun, listing: CatalogProduct?) {
    guard let last = run.purchases.last else { return nil }
    let purchase = last.transaction.purchase
    chain = last.chain
    transactionID = last.transaction.transactionID
    productID = purchase.productID
    type = purchase.type
    ownership = purchase.ownership
    subscriptionGroupID = purchase.subscriptionGroupID ?? listing?.subscriptionGroupID
    level = listing?.level
    unlocks = listing?.unlocks ?? []
    state = .active
    startsAt = run.startsAt
    expiresAt = run.endsAt ?? last.transaction.expiresDate
    willRenew = nil
    renewsAs = nil
    let transactions = run.purchases.map(\.transaction)
    confirmedAt = transactions.map(\.confirmedAt).max() ?? last.transaction.confirmedAt
    renewalOverdue = false
    isUncertain = false
    because = Set(transactions.flatMap(\.because)).sorted()
  }

  /// Creates the entitlement of an auto-renewable period, or of the access after it.
  ///
  /// - Parameter isOverdue: true for access after a period while the renewal is awaited.
  init(
    _ period: SubscriptionPeriod, grace: Grace?, isOverdue: Bool, of timeline: SubscriptionTimeline,
    at moment: Instant, listing: CatalogProduct?
  ) {
    let (transaction, renewal) = (period.transaction, timeline.renewal(of: period))
    let extended = timeline.extendedAccess(after: period)
    chain = timeline.chain.chain
    transactionID = transaction.transactionID
    productID = transaction.purchase.productID
    type = transaction.purchase.type
    ownership = transaction.purchase.ownership
    subscriptionGroupID =
      transaction.purchase.subscriptionGroupID ?? listing?.subscriptionGroupID
    level = listing?.level
    unlocks = listing?.unlocks ?? []
    state = grace != nil ? .gracePeriod : isOverdue ? .overdue : .active
    startsAt = period.start
    expiresAt = grace?.end ?? extended?.end ?? period.end
    willRenew = timeline.willRenew(after: period)
    renewsAs = renewal?.plan.autoRenewProductID
    confirmedAt = transaction.confirmedAt(with: renewal)
    renewalOverdue = timeline.isRenewalOverdue(at: moment)
    isUncertain = grace?.isUncertain ?? (extended != nil)
    because = period.because(with: renewal, grace, extended)
  }
}

extension TransactionState {
  /// Returns the time of the newest assertion in this transaction and its renewal state.
  func confirmedAt(with renewal: RenewalState?) -> Instant {
    guard let renewal else { return confirmedAt }
    return max(confirmation, renewal.confirmation).assertedAt
  }
}

extension SubscriptionPeriod {
  /// Returns the events of this period, its renewal state and the access after it, ascending, without
  /// duplicates.
  func because(
    with renewal: RenewalState?, _ grace: Grace?, _ extended: ExtendedAccess?
  ) -> [EventID] {
    let events = because + (renewal?.because ?? [])
    return Set(events + [grace?.event, extended?.event].compactMap(\.self)).sorted()
  }
}
