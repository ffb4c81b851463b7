package import Ledger

/// The paid service of one customer in one subscription group.
package struct GroupTenure: Sendable {
  package let environment: StoreEnvironment
  /// The customer: Apple's `appTransactionId`, or else the original transaction id of the first chain.
  package let customer: String
  /// The transactions of the chains that belong to the account. The history and the sums include the
  /// customer's chains that other accounts own.
  package let ownTransactions: Set<TransactionID>
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

/// A reader of the paid service of accounts' customers.
package struct TenureReader: Sendable {
  private let chains: ChainReader

  init(_ chains: ChainReader) {
    self.chains = chains
  }

  /// Returns the groups of an account in some environments, in their order. Service in one environment never
  /// counts in another.
  package func groups(
    of keys: [AccountKey], at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[GroupTenure]> {
    try await Answer.list(of: keys) { try await groups(of: $0, at: moment, knownAt: known) }
  }

  /// Returns the days of paid service of an account's customers, group by group, and Apple's
  /// commission on each charge. Two Apple Accounts behind one account are counted apart. All chains
  /// of a customer are counted together, whichever accounts own them.
  package func groups(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[GroupTenure]> {
    let answer = try await chains.answer(of: key, knownAt: known) { _, chains, _, shared in
      (chains: chains, shared: shared)
    }
    let (own, shared) = answer.value
    let others = try await chains.otherChains(
      ofCustomersOf: own, in: key.bundleID, key.environment, knownAt: known)
    let owned = Set(own.map(\.chain))
    let customers = Customer.grouping(own + others).sorted { $0.key < $1.key }
    let groups = customers.flatMap { customer, chains in
      ServiceHistory.histories(
        of: chains, catalogs: shared.catalogs(of: key.bundleID),
        settings: shared.settings(in: key.environment)
      ).map { GroupTenure($0, of: chains, owning: owned, customer, at: moment, for: key, shared) }
    }
    let shown = groups.filter { group in
      group.tenure.transactions.contains { group.ownTransactions.contains($0.transactionID) }
    }
    return Answer(shown, at: answer.position, unknown: answer.unknown)
  }
}

extension GroupTenure {
  fileprivate init(
    _ history: ServiceHistory, of chains: [ChainState], owning own: Set<ChainID>,
    _ customer: Customer, at moment: Instant, for key: AccountKey, _ shared: SharedState
  ) {
    environment = key.environment
    self.history = history
    self.customer = customer.name
    ownTransactions = Set(
      history.periods.filter { own.contains($0.chain) }.map(\.transactionID))
    tenure = history.evaluate(at: moment)
    forecast = history.forecast(at: moment)
    days = history.trace(at: moment)
    let concerned = Set(history.periods.map(\.chain)).intersection(own)
    findings = TenureAudit.evaluate(
      chains.filter { concerned.contains($0.chain) },
      catalogs: shared.catalogs(of: key.bundleID), settings: history.settings)
    presentRate = Commission.presentRate(
      of: history, tenure, at: moment, in: key.bundleID, environment: key.environment,
      shared: shared)
    rates = Dictionary(
      zip(history.periods, history.servicesBefore).compactMap { period, before in
        period.charge.flatMap {
          Commission.rate(
            of: $0, in: key.bundleID, environment: key.environment, serviceBefore: before.counted,
            shared: shared)
        }.map { (period.transactionID, $0) }
      }, uniquingKeysWith: { $1 })
  }
}
