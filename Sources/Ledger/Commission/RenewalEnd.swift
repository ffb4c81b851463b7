/// The end of a chain of signed subscription periods, to which renewals are added without looking
/// back.
struct RenewalEnd {
  private var history: ServiceHistory
  private var last: TransactionState
  /// The last purchase by the customer; Apple's renewals are none.
  private let lastPurchase: TransactionState?
  /// Apple's identifiers of the periods, of which a copy would have the same.
  private var items: Set<String>
  /// The graces after the last period.
  private var lastGraces: [Grace]
  /// The clock after all periods; nil if one was refunded or served out of order.
  private var clock: ServiceClock?
  /// The latest end of a period with refunds.
  private let refundedUntil: Instant?

  /// Nil if a renewal added to the chain could change an earlier charge.
  ///
  /// - Parameter history: the only history of the chain.
  init?(of chain: ChainState, _ history: ServiceHistory) {
    let sorted = chain.transactions.values.sorted { $0.order < $1.order }
    guard let last = sorted.last, !last.isUpgraded, last.isUnrefunded,
      sorted.allSatisfy({ $0.isPlain(in: history.subscriptionGroupID) })
    else { return nil }
    let items = sorted.compactMap(\.purchase.toldLineItem)
    guard Set(items).count == items.count,
      let period = SubscriptionPeriod(last, in: Succession(sorted))
    else { return nil }
    self.history = history
    self.last = last
    self.items = Set(items)
    lastPurchase = sorted.last { $0.purchase.reason != Purchase.renewed }
    guard !last.isWithin(lastPurchase) else { return nil }
    lastGraces = chain.renewal?.rememberedGraces(after: period) ?? []
    refundedUntil = history.periods.filter { !$0.refunds.all.isEmpty }.map(\.end).max()
    clock = history.steadyClock
  }

  /// Adds a renewal. Returns its service; nil if it could change an earlier charge.
  mutating func append(_ renewal: TransactionState, to chain: ChainState) -> RatedService? {
    let group = history.subscriptionGroupID
    guard renewal.isPlain(in: group), renewal.purchase.reason == Purchase.renewed,
      last.purchase.purchaseDate < renewal.purchase.purchaseDate, !renewal.isUpgraded,
      renewal.isUnrefunded, !renewal.isWithin(lastPurchase),
      renewal.purchase.toldLineItem.map({ !items.contains($0) }) ?? true
    else { return nil }
    let added = ServicePeriods(
      [renewal], of: chain, in: group, history.catalogs, after: lastGraces, isExplained: false)
    guard let period = added.periods.first, period.isServed,
      refundedUntil.map({ $0 < period.start }) ?? true
    else { return nil }
    history.append(period, after: &clock)
    last = renewal
    lastGraces = added.lastGraces
    if let item = renewal.purchase.toldLineItem { items.insert(item) }
    return history.service(of: history.periods.count - 1)
  }
}

extension TransactionState {
  /// True for an own signed subscription of a group whose source left nothing out.
  fileprivate func isPlain(in group: SubscriptionGroupID) -> Bool {
    let purchase = purchase
    return trust == .signed && purchase.type == .autoRenewable
      && purchase.ownership == .purchased && purchase.subscriptionGroupID == group
      && purchase.reason != nil && !purchase.isOfUntoldOffer
      && earliestExpiry?.assertion.trust == .signed
  }

  /// Returns true if the period begins within the period of an earlier purchase.
  fileprivate func isWithin(_ earlier: TransactionState?) -> Bool {
    guard let earlier, earlier.transactionID != transactionID else { return false }
    return earlier.expiresDate.map { purchase.purchaseDate < $0 } ?? false
  }
}
