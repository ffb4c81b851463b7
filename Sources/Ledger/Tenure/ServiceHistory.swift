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
  /// How each chain goes on, where Apple told.
  let renewals: [ChainID: NextRenewal]

  /// - Parameters:
  ///   - periods: of all of the customer's chains in the group, in any order.
  ///   - renewals: how those chains go on.
  package init(
    _ group: SubscriptionGroupID, _ periods: [ServicePeriod], renewals: [ChainID: NextRenewal],
    products: [ProductID: TenureProduct] = [:], settings: TenureSettings = .apple
  ) {
    subscriptionGroupID = group
    self.settings = settings
    self.products = products
    self.renewals = renewals
    self.periods = periods.sorted { $0.order < $1.order }
    servicesBefore = Self.servicesBefore(self.periods, gapMax: settings.gapMax)
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
    var groups: [SubscriptionGroupID: [ServicePeriod]] = [:]
    for chain in chains.sorted(by: { $0.chain < $1.chain }) {
      for (group, periods) in chain.servicePeriods(products) {
        groups[group, default: []] += periods
      }
    }
    let renewals = Dictionary(
      chains.compactMap { chain in chain.nextRenewal.map { (chain.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
    return groups.sorted { $0.key < $1.key }.map { group, periods in
      ServiceHistory(group, periods, renewals: renewals, products: products, settings: settings)
    }
  }

  /// As of each charge, refunds and reversals dated after it left out.
  private static func servicesBefore(_ periods: [ServicePeriod], gapMax: Duration) -> [Duration] {
    let isInOrder = zip(periods, periods.dropFirst()).allSatisfy { $0.start <= $1.start }
    let isSteady = isInOrder && periods.allSatisfy(\.refunds.all.isEmpty)
    var steady = ServiceClock(gapMax: gapMax, at: Instant(milliseconds: .max))
    return periods.indices.map { index in
      let period = periods[index]
      defer { steady.take(period) }
      if isSteady { return steady.total(before: period) }
      var clock = ServiceClock(gapMax: gapMax, at: period.purchaseDate)
      for earlier in periods[..<index].inOrderOfService { clock.take(earlier) }
      return clock.total(before: period)
    }
  }

  /// The clock as it stands at `moment`, with what had begun by then.
  func clock(at moment: Instant) -> ServiceClock {
    var clock = ServiceClock(gapMax: settings.gapMax, at: moment)
    for period in periods.inOrderOfService where period.hasBegun(at: moment) { clock.take(period) }
    return clock
  }

  /// What had accrued when this transaction was charged; nil where it is not of this group.
  package func serviceBefore(_ transactionID: TransactionID) -> Duration? {
    periods.firstIndex { $0.transactionID == transactionID }.map { servicesBefore[$0] }
  }
}

extension Collection where Element == ServicePeriod {
  /// By the start of service. A recovery within grace began before purchases of another chain that
  /// were charged before it.
  fileprivate var inOrderOfService: [ServicePeriod] {
    sorted {
      ($0.start, $0.purchaseDate, $0.transactionID) < ($1.start, $1.purchaseDate, $1.transactionID)
    }
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
