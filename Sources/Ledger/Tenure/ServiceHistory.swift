/// The own service of one customer in one subscription group, over all chains of the customer.
///
/// All results of tenure derive from the history: the tenure at a moment, its days, the forecast.
package struct ServiceHistory: Hashable, Sendable {
  package let subscriptionGroupID: SubscriptionGroupID
  package let settings: TenureSettings
  /// The periods by purchase date.
  package private(set) var periods: [ServicePeriod]
  /// The service accrued before each period, as of its charge.
  package private(set) var servicesBefore: [AccruedService]
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
  ///   - isExplained: false to leave out the events from which the dates follow.
  package static func histories(
    of chains: [ChainState], catalogs: Catalogs = Catalogs(), settings: TenureSettings = .apple,
    isExplained: Bool = true
  ) -> [ServiceHistory] {
    var groups: [SubscriptionGroupID: [ServicePeriod]] = [:]
    for chain in chains.sorted(by: { $0.chain < $1.chain }) {
      for (group, periods) in chain.servicePeriods(catalogs, isExplained: isExplained) {
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
  private static func servicesBefore(
    _ periods: [ServicePeriod], gapMax: Duration
  ) -> [AccruedService] {
    let isSteady = isSteady(periods)
    var steady = ServiceClock(gapMax: gapMax, at: .max)
    return periods.indices.map { index in
      let period = periods[index]
      defer { steady.apply(period) }
      if isSteady { return steady.service(before: period) }
      return serviceBefore(period, after: periods[..<index], gapMax: gapMax)
    }
  }

  private static func serviceBefore(
    _ period: ServicePeriod, after earlier: ArraySlice<ServicePeriod>, gapMax: Duration
  ) -> AccruedService {
    clock(before: period, after: earlier, gapMax: gapMax).service(before: period)
  }

  private static func clock(
    before period: ServicePeriod, after earlier: ArraySlice<ServicePeriod>, gapMax: Duration
  ) -> ServiceClock {
    var clock = ServiceClock(gapMax: gapMax, at: period.purchaseDate)
    for earlier in earlier.inOrderOfService { clock.apply(earlier) }
    return clock
  }

  /// Returns the end of all service before a period, from which the gap before it is measured, as of its charge; nil
  /// if there was none. Grace is no service that counts.
  func lastEnd(before period: ServicePeriod) -> Instant? {
    let earlier = periods.prefix { $0.order < period.order }
    return Self.clock(before: period, after: earlier, gapMax: settings.gapMax).lapse.lastEnd
  }

  /// Returns true if one clock counts all periods: none is refunded, and service begins in the order
  /// of the charges.
  private static func isSteady(_ periods: [ServicePeriod]) -> Bool {
    zip(periods, periods.dropFirst()).allSatisfy { $0.start <= $1.start }
      && periods.allSatisfy(\.refunds.all.isEmpty)
  }

  /// The clock after all periods; nil if a period was refunded or served out of order.
  var steadyClock: ServiceClock? {
    guard Self.isSteady(periods) else { return nil }
    var clock = ServiceClock(gapMax: settings.gapMax, at: .max)
    for period in periods { clock.apply(period) }
    return clock
  }

  /// Adds a period that was charged after all others and changes none of them.
  ///
  /// - Parameter clock: the ``steadyClock``, which is moved on.
  mutating func append(_ period: ServicePeriod, after clock: inout ServiceClock?) {
    let isInOrder = periods.last.map { $0.start <= period.start } ?? true
    if !isInOrder || !period.refunds.all.isEmpty { clock = nil }
    servicesBefore.append(
      clock?.service(before: period)
        ?? Self.serviceBefore(period, after: periods[...], gapMax: settings.gapMax))
    clock?.apply(period)
    periods.append(period)
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
    periods.firstIndex { $0.transactionID == transactionID }.map { servicesBefore[$0].counted }
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

extension ServiceHistory {
  /// Returns the tenure at `moment` by all facts known now. Refunds and reversals count from their
  /// dates.
  package func evaluate(at moment: Instant) -> Tenure {
    let clock = clock(at: moment)
    let state = clock.state(at: moment)
    return Tenure(
      subscriptionGroupID: subscriptionGroupID,
      total: state == .lapsed ? .zero : clock.total(at: moment),
      state: state,
      paidThrough: clock.run.last?.end,
      restartsAt: clock.lapse.restartsAt,
      reducedRateFrom: reducedRateFrom(clock, state, at: moment),
      transactions: transactions(clock, at: moment),
      because: because(clock, at: moment))
  }

  private func transactions(_ clock: ServiceClock, at moment: Instant) -> [Tenure.Transaction] {
    var paid: [TransactionID: Duration] = [:]
    for interval in clock.intervals where interval.start < moment {
      paid[interval.transactionID, default: .zero] += min(interval.end, moment) - interval.start
    }
    return periods.indices.filter { periods[$0].hasBegun(at: moment) }.map { index in
      let period = periods[index]
      return Tenure.Transaction(
        transactionID: period.transactionID, paid: paid[period.transactionID] ?? .zero,
        serviceBefore: servicesBefore[index].counted, isUncertain: period.isUncertain,
        isOfferUntold: period.isOfferUntold, isRateUncertain: isRateUncertain(of: index))
    }
  }

  /// Returns the start of the first period of the present run at the reduced rate that is not
  /// refunded in full.
  private func reducedRateFrom(
    _ clock: ServiceClock, _ state: Tenure.State, at moment: Instant
  ) -> Instant? {
    guard state != .lapsed else { return nil }
    let restartedAt = clock.restartedAt
    let reduced = zip(periods, servicesBefore).filter { period, before in
      restartedAt.map { $0 <= period.start } ?? true && period.hasBegun(at: moment) && period.isPaid
        && before.counted >= settings.yearOfService
        && !(period.refunds.current(at: moment)?.isFull ?? false)
    }
    return reduced.map(\.0.start).min() ?? reducedRateAhead(clock, at: moment)
  }

  /// Returns the events of the present run, and of the period before it, from which the gap was
  /// measured.
  private func because(_ clock: ServiceClock, at moment: Instant) -> [EventID] {
    let begun = periods.filter { $0.hasBegun(at: moment) }
    let runStart = clock.runStart ?? moment
    let first = begun.firstIndex { $0.start >= runStart } ?? begun.count
    return Set(begun.dropFirst(max(0, first - 1)).flatMap(\.because)).sorted()
  }
}

extension Instant {
  /// A moment after every known one.
  fileprivate static let max = Instant(milliseconds: .max)
}

extension ServiceClock {
  func state(at moment: Instant) -> Tenure.State {
    if run.contains(where: { $0.start <= moment && moment < $0.end }) { return .accruing }
    guard !intervals.isEmpty else { return .none }
    return lapse.restarts(at: moment) ? .lapsed : .paused
  }
}
