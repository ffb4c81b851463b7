/// A reason for which the days counted for a chain may be too few or too many.
package enum Incompleteness: Hashable, Sendable, Codable {
  /// Apple's run of purchases began at another moment than the ledger's.
  case runStartContradicts(ChainID, apple: Instant, held: Instant)
  /// A renewal is missing between two known transactions, or after the last one: `before` is nil
  /// then.
  case renewalMissing(ChainID, after: TransactionID, before: TransactionID?)
  /// Apple upgraded this transaction to an unknown one.
  case upgradeMissing(ChainID, from: TransactionID)
  /// No source named the subscription group of this transaction, so that it is not counted.
  case groupUnknown(ChainID, TransactionID)
  /// Apple told neither price nor kind of this transaction's introductory offer. It is taken for a
  /// free trial; its coins wait unless the length of the plan is known.
  case offerUntold(ChainID, TransactionID, isPlanKnown: Bool)

  /// The incomplete chain.
  package var chain: ChainID {
    switch self {
    case .runStartContradicts(let chain, _, _), .renewalMissing(let chain, _, _),
      .upgradeMissing(let chain, _), .groupUnknown(let chain, _), .offerUntold(let chain, _, _):
      chain
    }
  }
}

/// The contradictions between Apple's assertions and the known periods. The caller should query
/// Apple for each finding.
///
/// Every finding follows from an assertion, never from the absence of one. No finding does not mean
/// that every period is known.
package enum TenureAudit {
  /// - Parameter chains: the chains of one customer, in any order.
  /// - Returns: the findings by chain, then by time.
  package static func evaluate(
    _ chains: [ChainState], catalogs: Catalogs = Catalogs(),
    settings: TenureSettings = .apple
  ) -> [Incompleteness] {
    chains.sorted { $0.chain < $1.chain }.flatMap { chain in
      let groups = chain.ownSubscriptions(catalogs)
      let unknown = (groups[nil] ?? []).sorted { $0.order < $1.order }
      let periods = groups.filter { $0.key != nil }
        .flatMap { ServicePeriods($0.value, of: chain, in: $0.key, catalogs).periods }
        .filter(\.isServed).sorted { $0.order < $1.order }
      return unknown.map { .groupUnknown(chain.chain, $0.transactionID) }
        + assumed(groups, of: chain, catalogs) + missing(among: periods, of: chain)
        + contradiction(of: periods, chain, gapMax: settings.gapMax)
    }
  }

  /// Returns a finding for each transaction that is only assumed to be a trial.
  private static func assumed(
    _ groups: [SubscriptionGroupID?: [TransactionState]], of chain: ChainState,
    _ catalogs: Catalogs
  ) -> [Incompleteness] {
    groups.filter { $0.key != nil }.values.flatMap { transactions in
      transactions.compactMap { transaction -> (TransactionState, Bool)? in
        switch UntoldOffer(transaction, among: transactions, catalogs) {
        case .free: (transaction, true)
        case .undecided: (transaction, false)
        case .paid, nil: nil
        }
      }
    }.sorted { $0.0.order < $1.0.order }.map { transaction, isPlanKnown in
      .offerUntold(chain.chain, transaction.transactionID, isPlanKnown: isPlanKnown)
    }
  }

  private static func missing(
    among periods: [ServicePeriod], of chain: ChainState
  ) -> [Incompleteness] {
    let ends = chain.endsTold
    return periods.indices.compactMap { index in
      let period = periods[index]
      let next = periods.dropFirst(index + 1).first
      if period.isUpgradedToUnknown {
        return .upgradeMissing(chain.chain, from: period.transactionID)
      }
      let isTold = ends.contains { period.end < $0 && $0 <= next?.start ?? $0 }
      guard isTold || next?.isTooLate(after: period) ?? false else { return nil }
      return .renewalMissing(
        chain.chain, after: period.transactionID, before: next?.transactionID)
    }
  }

  /// Returns a finding if Apple's start of the run differs from the ledger's. Apple begins a new
  /// run after a gap of more than sixty days, as the ledger does, and counts free periods. Apple
  /// does not document whether refunded periods count, so that agreement with either reading is
  /// enough.
  private static func contradiction(
    of periods: [ServicePeriod], _ chain: ChainState, gapMax: Duration
  ) -> [Incompleteness] {
    guard let plan = chain.trustedPlan, let apple = plan.recentSubscriptionStartDate,
      let said = chain.renewal?.confirmedAt
    else { return [] }
    let begun = periods.filter { $0.start <= max(said, plan.renewalDate ?? said) }
    let unrefunded = begun.filter { $0.refunds.current(at: said) == nil }
    let starts = [begun, unrefunded].compactMap { runStart(of: $0, gapMax: gapMax) }
    guard let held = starts.first, !starts.contains(apple) else { return [] }
    return [.runStartContradicts(chain.chain, apple: apple, held: held)]
  }

  private static func runStart(of periods: [ServicePeriod], gapMax: Duration) -> Instant? {
    var lapse = Lapse(gapMax: gapMax)
    var start: Instant?
    for period in periods {
      let began = period.purchaseDate
      if lapse.restarts(at: began) { start = nil }
      start = start ?? began
      lapse.serve(until: period.end)
    }
    return start
  }
}

extension ChainState {
  /// The renewal dates that sources of trust 1 and 2 named. For each there was, or is, a period
  /// that ends then.
  fileprivate var endsTold: [Instant] {
    let graced = renewal?.rememberedGracePeriods.compactMap(\.renewalDate) ?? []
    return graced + [trustedPlan?.renewalDate].compactMap(\.self)
  }
}

extension ServicePeriod {
  /// Returns true if Apple renewed this period too late for a renewal of `period`, so that another
  /// one lies between.
  fileprivate func isTooLate(after period: ServicePeriod) -> Bool {
    isRenewal && period.end + BillingRetry.commitmentDurationMax < start
  }
}
