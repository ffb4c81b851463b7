/// Why the days counted for a chain may be too few, or too many.
package enum Incompleteness: Hashable, Sendable, Codable {
  /// Apple's run of purchases began at another moment than the one we hold.
  case runStartContradicts(ChainID, apple: Instant, held: Instant)
  /// Something was paid between two transactions that we hold, or after the last: `before` is nil
  /// then.
  case renewalMissing(ChainID, after: TransactionID, before: TransactionID?)
  /// Apple upgraded this to something that we do not hold.
  case upgradeMissing(ChainID, from: TransactionID)
  /// Nobody named the subscription group of this transaction, so that it counts nowhere.
  case groupUnknown(ChainID, TransactionID)

  /// The chain that is incomplete.
  package var chain: ChainID {
    switch self {
    case .runStartContradicts(let chain, _, _), .renewalMissing(let chain, _, _),
      .upgradeMissing(let chain, _), .groupUnknown(let chain, _):
      chain
    }
  }
}

/// Where Apple's own words contradict the periods that we hold. Who finds something should ask
/// Apple.
///
/// Every finding follows from what was said, none from silence; no finding does not mean that all
/// is held.
package enum TenureAudit {
  /// - Parameter chains: of one customer, in any order.
  /// - Returns: by chain, then by time.
  package static func evaluate(
    _ chains: [ChainState], products: [ProductID: TenureProduct] = [:],
    settings: TenureSettings = .apple
  ) -> [Incompleteness] {
    chains.sorted { $0.chain < $1.chain }.flatMap { chain in
      let groups = chain.ownSubscriptions(products)
      let unknown = (groups[nil] ?? []).sorted { $0.order < $1.order }
      let periods = groups.filter { $0.key != nil }
        .flatMap { ServicePeriods($0.value, of: chain, in: $0.key).periods }
        .filter(\.isServed).sorted { $0.order < $1.order }
      return unknown.map { .groupUnknown(chain.chain, $0.transactionID) }
        + missing(among: periods, of: chain)
        + contradiction(of: periods, chain, gapMax: settings.gapMax)
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

  /// Apple breaks a run at more than sixty days, as we do, counting free periods too. Whether it
  /// counts what was refunded is not documented: either reading is taken for agreement.
  private static func contradiction(
    of periods: [ServicePeriod], _ chain: ChainState, gapMax: Duration
  ) -> [Incompleteness] {
    guard let plan = chain.trustedPlan, let apple = plan.recentSubscriptionStartDate,
      let said = chain.renewal?.confirmedAt
    else { return [] }
    let begun = periods.filter { $0.start <= max(said, plan.renewalDate ?? said) }
    let unrefunded = begun.filter { $0.refunds.standing(at: said) == nil }
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
  /// The ends of periods that renewal knowledge of trust 1 and 2 named: there was, or is, a period
  /// that ends there.
  fileprivate var endsTold: [Instant] {
    let graced = renewal?.graceHistory.periods.compactMap(\.renewalDate) ?? []
    return graced + [trustedPlan?.renewalDate].compactMap(\.self)
  }
}

extension ServicePeriod {
  /// Whether Apple renewed this later than it ever tries to after `period`: another one lies
  /// between.
  fileprivate func isTooLate(after period: ServicePeriod) -> Bool {
    isRenewal && period.end + BillingRetry.commitmentDurationMax < start
  }
}
