import EventStore
package import Ledger

/// The paid service of one customer in one subscription group.
package struct GroupTenure: Sendable {
  package let history: ServiceHistory
  package let tenure: Tenure
  /// The rate of each transaction that was charged for.
  package let rates: [TransactionID: CommissionRate]
  package let presentRate: CommissionRate?
  package let forecast: TenureForecast
  /// Every day with paid time.
  package let days: [TenureDay]
  /// The reasons why the days may be too few or too many.
  package let findings: [Incompleteness]
}

extension Reader {
  /// Returns the days of paid service of an account's customers, group by group, and Apple's
  /// commission on each charge. Two Apple Accounts behind one account are counted apart.
  package func tenure(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[GroupTenure]> {
    let (chains, shared) = try await chainsAndShared(of: key, knownAt: known)
    let customers = Customer.grouping(chains.value).values.sorted { $0[0].chain < $1[0].chain }
    let groups = customers.flatMap { chains in
      ServiceHistory.histories(of: chains, settings: shared.settings(in: key.environment))
        .map { GroupTenure($0, of: chains, at: moment, for: key, shared) }
    }
    return Answer(groups.filter { !$0.tenure.transactions.isEmpty }, at: chains.position)
  }
}

extension GroupTenure {
  fileprivate init(
    _ history: ServiceHistory, of chains: [ChainState], at moment: Instant, for key: AccountKey,
    _ shared: SharedState
  ) {
    self.history = history
    tenure = history.evaluate(at: moment)
    forecast = history.forecast(at: moment)
    days = history.trace(at: moment)
    let concerned = Set(history.periods.map(\.chain))
    findings = TenureAudit.evaluate(
      chains.filter { concerned.contains($0.chain) }, settings: history.settings)
    presentRate = Commission.presentRate(
      of: history, tenure, at: moment, in: key.bundleID, environment: key.environment,
      shared: shared)
    rates = Dictionary(
      zip(history.periods, history.servicesBefore).compactMap { period, before in
        period.charge.flatMap {
          Commission.rate(
            of: $0, in: key.bundleID, environment: key.environment, serviceBefore: before,
            shared: shared)
        }.map { (period.transactionID, $0) }
      }, uniquingKeysWith: { $1 })
  }
}
