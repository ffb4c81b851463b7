import EventStore
package import Ledger

/// What is said of one customer's paid service in one group.
package struct GroupTenure: Sendable {
  package let tenure: Tenure
  /// Of each transaction that was charged for.
  package let rates: [TransactionID: CommissionRate]
  package let presentRate: CommissionRate?
  package let forecast: TenureForecast
  /// Every day with paid time.
  package let days: [TenureDay]
  /// Why the days may be too few, or too many.
  package let findings: [Incompleteness]
}

extension Reader {
  /// How long an account's customers have paid for service, group by group, and what Apple keeps of each
  /// charge. Two Apple Accounts behind one account are counted apart.
  package func tenure(
    of key: AccountKey, at moment: Instant
  ) async throws -> Answer<[GroupTenure]> {
    let position = try await reached()
    let programmes = try await programmes()
    let chains = try await chains(of: key)
    let customers = Customer.grouping(chains).values.sorted { $0[0].chain < $1[0].chain }
    let groups = customers.flatMap { chains in
      ServiceHistory.histories(of: chains).map { history in
        GroupTenure(history, of: chains, at: moment, in: key.bundleID, programmes)
      }
    }
    return Answer(groups.filter { !$0.tenure.transactions.isEmpty }, at: position)
  }

  /// The programmes as they stand: of two words on one membership the later one.
  private func programmes() async throws -> [Programme] {
    var standing: [Programme] = []
    for case .programmeEntered(let entered) in try await log.commons().map(\.event) {
      let programme = Programme(entered)
      standing.removeAll { $0.isSame(as: programme) }
      standing.append(programme)
    }
    return standing
  }
}

extension GroupTenure {
  fileprivate init(
    _ history: ServiceHistory, of chains: [ChainState], at moment: Instant, in app: BundleID,
    _ programmes: [Programme]
  ) {
    tenure = history.evaluate(at: moment)
    forecast = history.forecast(at: moment)
    days = history.trace(at: moment)
    let concerned = Set(history.periods.map(\.chain))
    findings = TenureAudit.evaluate(chains.filter { concerned.contains($0.chain) })
    presentRate = Commission.presentRate(
      of: history, tenure, at: moment, in: app, programmes: programmes)
    rates = Dictionary(
      zip(history.periods, history.servicesBefore).compactMap { period, before in
        Commission.rate(
          of: period.transaction, in: app, serviceBefore: before, programmes: programmes
        ).map { (period.transactionID, $0) }
      }, uniquingKeysWith: { $1 })
  }
}
