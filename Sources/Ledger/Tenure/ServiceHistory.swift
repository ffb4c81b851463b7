/// The own service of one customer in one subscription group, over all of the customer's chains.
///
/// Everything is a question to it: tenure at a moment, the days behind it, what lies ahead.
package struct ServiceHistory: Hashable, Sendable {
  package let subscriptionGroupID: SubscriptionGroupID
  package let settings: TenureSettings
  /// By purchase date.
  package let periods: [ServicePeriod]
  /// What had accrued before each period, as it was when it was charged.
  package let servicesBefore: [Duration]
  let products: [ProductID: TenureProduct]
  /// What each chain renews as, where Apple told.
  let renewsAs: [ChainID: RenewalPlan]

  private init(
    _ group: SubscriptionGroupID, _ chains: [(ChainState, [TransactionState])],
    products: [ProductID: TenureProduct], settings: TenureSettings
  ) {
    subscriptionGroupID = group
    self.settings = settings
    self.products = products
    periods = chains.flatMap { chain, transactions in
      ServicePeriods(transactions, of: chain).periods
    }.sorted { $0.order < $1.order }
    servicesBefore = Self.servicesBefore(periods, gapMax: settings.gapMax)
    renewsAs = Dictionary(
      chains.compactMap { chain, _ in chain.trustedPlan.map { (chain.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// One history for each group the customer ever paid for or tried, by the group's id.
  ///
  /// A transaction whose group neither its facts, nor the catalogue, nor its chain names is in
  /// none: see ``TenureAudit``.
  ///
  /// - Parameter chains: the chains of one customer, in any order.
  package static func histories(
    of chains: [ChainState], products: [ProductID: TenureProduct] = [:],
    settings: TenureSettings = .apple
  ) -> [ServiceHistory] {
    var groups: [SubscriptionGroupID: [(ChainState, [TransactionState])]] = [:]
    for chain in chains.sorted(by: { $0.chain < $1.chain }) {
      for (group, transactions) in chain.ownSubscriptions(products) {
        guard let group else { continue }
        groups[group, default: []].append((chain, transactions))
      }
    }
    return groups.sorted { $0.key < $1.key }
      .map { ServiceHistory($0.key, $0.value, products: products, settings: settings) }
  }

  /// As of each charge, refunds and reversals dated after it left out.
  private static func servicesBefore(_ periods: [ServicePeriod], gapMax: Duration) -> [Duration] {
    let isSteady = !periods.contains { $0.transaction.wasRevoked }
    var steady = ServiceClock(gapMax: gapMax, at: Instant(milliseconds: .max))
    return periods.indices.map { index in
      let period = periods[index]
      defer { steady.take(period) }
      if isSteady { return steady.total(before: period) }
      var clock = ServiceClock(gapMax: gapMax, at: period.purchase.purchaseDate)
      for earlier in periods[..<index] { clock.take(earlier) }
      return clock.total(before: period)
    }
  }

  /// The clock as it stands at `moment`, with what had begun by then.
  func clock(at moment: Instant) -> ServiceClock {
    var clock = ServiceClock(gapMax: settings.gapMax, at: moment)
    for period in periods where period.start <= moment { clock.take(period) }
    return clock
  }

  /// What had accrued when this transaction was charged; nil where it is not of this group.
  package func serviceBefore(_ transactionID: TransactionID) -> Duration? {
    periods.firstIndex { $0.transactionID == transactionID }.map { servicesBefore[$0] }
  }
}

/// What a catalogue says of a subscription, as far as tenure needs it.
package struct TenureProduct: Hashable, Sendable {
  package var subscriptionGroupID: SubscriptionGroupID?
  package var billingPeriod: BillingPeriod?

  package init(
    subscriptionGroupID: SubscriptionGroupID? = nil, billingPeriod: BillingPeriod? = nil
  ) {
    self.subscriptionGroupID = subscriptionGroupID
    self.billingPeriod = billingPeriod
  }
}
