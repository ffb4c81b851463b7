/// The own service of one customer in one subscription group, over all chains of the customer.
///
/// All results of tenure derive from the history: the tenure at a moment, its days, the forecast.
package struct ServiceHistory: Hashable, Sendable {
  package let subscriptionGroupID: SubscriptionGroupID
  package let settings: TenureSettings
  /// The periods by purchase date.
  package let periods: [ServicePeriod]
  /// The service accrued before each period, as of its charge.
  package let servicesBefore: [Duration]
  /// The catalogs of the app, for the length of the next periods.
  let catalogs: Catalogs
  /// The next renewal of each chain for which Apple announced one.
  let renewals: [ChainID: NextRenewal]

  /// - Parameters:
  ///   - periods: the periods of all chains of the customer in the group, in any order.
  ///   - renewals: the next renewals of those chains.
  package init(
    _ group: SubscriptionGroupID, _ periods: [ServicePeriod], renewals: [ChainID: NextRenewal],
    catalogs: Catalogs = Catalogs(), settings: TenureSettings = .apple
  ) {
    subscriptionGroupID = group
    self.settings = settings
    self.catalogs = catalogs
    self.renewals = renewals
    self.periods = periods.sorted { $0.order < $1.order }
      .map { $0.refunds.all.isEmpty ? $0 : $0.followed(by: periods) }
    servicesBefore = Self.servicesBefore(self.periods, gapMax: settings.gapMax)
  }

  /// Returns one history for each group that the customer ever paid for or tried, by the group's
  /// identifier.
  ///
  /// A transaction is omitted if its facts, the catalog and its chain all name no group: see
  /// ``TenureAudit``.
  ///
  /// - Parameters:
  ///   - chains: the chains of one customer, in any order.
  ///   - catalogs: the catalogs of the app.
  package static func histories(
    of chains: [ChainState], catalogs: Catalogs = Catalogs(), settings: TenureSettings = .apple
  ) -> [ServiceHistory] {
    var groups: [SubscriptionGroupID: [ServicePeriod]] = [:]
    for chain in chains.sorted(by: { $0.chain < $1.chain }) {
      for (group, periods) in chain.servicePeriods(catalogs) {
        groups[group, default: []] += periods
      }
    }
    let renewals = Dictionary(
      chains.compactMap { chain in chain.nextRenewal.map { (chain.chain, $0) } },
      uniquingKeysWith: { first, _ in first })
    return groups.sorted { $0.key < $1.key }.map { group, periods in
      ServiceHistory(group, periods, renewals: renewals, catalogs: catalogs, settings: settings)
    }
  }

  /// Returns the service accrued before each period as of its charge, without refunds and reversals
  /// dated later.
  private static func servicesBefore(_ periods: [ServicePeriod], gapMax: Duration) -> [Duration] {
    let isInOrder = zip(periods, periods.dropFirst()).allSatisfy { $0.start <= $1.start }
    let isSteady = isInOrder && periods.allSatisfy(\.refunds.all.isEmpty)
    var steady = ServiceClock(gapMax: gapMax, at: Instant(milliseconds: .max))
    return periods.indices.map { index in
      let period = periods[index]
      defer { steady.apply(period) }
      if isSteady { return steady.total(before: period) }
      var clock = ServiceClock(gapMax: gapMax, at: period.purchaseDate)
      for earlier in periods[..<index].inOrderOfService { clock.apply(earlier) }
      return clock.total(before: period)
    }
  }

  /// Returns the clock at `moment`, with the periods that had begun by then.
  func clock(at moment: Instant) -> ServiceClock {
    var clock = ServiceClock(gapMax: settings.gapMax, at: moment)
    for period in periods.inOrderOfService where period.hasBegun(at: moment) { clock.apply(period) }
    return clock
  }

  /// Returns the gaps between the periods that had begun by `moment`, by their end.
  package func gaps(at moment: Instant) -> [ServiceGap] { clock(at: moment).gaps }

  /// Returns the service accrued when this transaction was charged; nil if it is not in this group.
  package func serviceBefore(_ transactionID: TransactionID) -> Duration? {
    periods.firstIndex { $0.transactionID == transactionID }.map { servicesBefore[$0] }
  }
}

extension Collection where Element == ServicePeriod {
  /// The periods by the start of service. The service of a recovery within grace may begin before
  /// purchases of another chain that were charged earlier.
  var inOrderOfService: [ServicePeriod] {
    sorted {
      ($0.start, $0.purchaseDate, $0.transactionID) < ($1.start, $1.purchaseDate, $1.transactionID)
    }
  }
}
