import Ledger

extension Probe {
  private static let momentsPerHistory = 3

  mutating func askTenure() {
    let states = chains(life.events)
    let groups = Set(modelFacts.transactions.compactMap(\.purchase.subscriptionGroupID)).sorted()
    let other = life.number.isMultiple(of: 2) ? retold : [:]
    for customer in modelFacts.customers.map(\.name) {
      for group in groups {
        let history = history(of: customer, in: group, states)
        ask(history, customer, group)
        askAgain(history, self.history(of: customer, in: group, other), customer, group)
      }
    }
  }

  private func history(
    of chain: ChainID, in group: SubscriptionGroupID, _ states: [ChainID: ChainState]
  ) -> ServiceHistory? {
    let customers = Customer.grouping(states.values.sorted { $0.chain < $1.chain })
    let own = customers.values.first { $0.contains { $0.chain == chain } } ?? []
    let catalogs = SharedState(life.events).catalogs(of: chain.bundleID)
    return ServiceHistory.histories(of: own, catalogs: catalogs, settings: settings)
      .first { $0.subscriptionGroupID == group }
  }

  private mutating func ask(
    _ history: ServiceHistory?, _ chain: ChainID, _ group: SubscriptionGroupID
  ) {
    let model = TenureModel(modelFacts, settings: modelSettings)
    for _ in 0..<Self.momentsPerHistory {
      let moment = moment()
      let tenure = model.tenure(of: chain, in: group, at: moment)
      report.ask(
        history?.evaluate(at: moment).words ?? ModelTenure(total: 0).words, tenure.words, of: life,
        "tenure of \(chain.bundleID) \(chain.originalTransactionID) in \(group) at \(moment)")
    }
    askTransactions(history, model, chain, group)
    askTrace(history, model, chain, group)
    askReducedRate(history, model, chain, group)
  }

  private mutating func askTransactions(
    _ history: ServiceHistory?, _ model: TenureModel, _ chain: ChainID, _ group: SubscriptionGroupID
  ) {
    let end = Instant(milliseconds: (life.boundaries.max() ?? 0) + 1)
    let real = (history?.evaluate(at: end).transactions ?? []).map {
      ($0.transactionID, $0.serviceBefore.milliseconds)
    }
    let doubts = (history?.evaluate(at: end).transactions ?? []).filter(\.isRateUncertain)
      .map(\.transactionID)
    let untold = (history?.evaluate(at: end).transactions ?? []).filter(\.isOfferUntold)
      .map(\.transactionID)
    report.ask(
      "\(untold.sorted())", "\(model.untoldOffers(of: chain, in: group).sorted())", of: life,
      "untold offers of \(chain.bundleID) \(chain.originalTransactionID) in \(group)")
    report.ask(
      "\(doubts.sorted())", "\(model.uncertainRates(of: chain, in: group).sorted())", of: life,
      "uncertain rates of \(chain.bundleID) \(chain.originalTransactionID) in \(group)")
    report.ask(
      words(of: Dictionary(real) { first, _ in first }),
      words(of: model.servicesBefore(of: chain, in: group)), of: life,
      "paid service before each of \(chain.bundleID) \(chain.originalTransactionID) in \(group)")
  }

  private func words(of times: [TransactionID: Int64]) -> String {
    times.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
  }

  private mutating func askTrace(
    _ history: ServiceHistory?, _ model: TenureModel, _ chain: ChainID, _ group: SubscriptionGroupID
  ) {
    guard random.chance(3) else { return }
    let moment = moment()
    let days = model.tenure(of: chain, in: group, at: moment).days
    let real = (history?.trace(at: moment) ?? []).map { day in
      let shares = Dictionary(
        day.shares.map { ($0.transactionID, $0.paid.milliseconds) }, uniquingKeysWith: +)
      return words(of: day.startsAt.milliseconds, shares)
    }
    let expected = days.keys.sorted().map { words(of: $0, days[$0] ?? [:]) }
    report.ask(
      real.joined(separator: ", "), expected.joined(separator: ", "), of: life,
      "days of \(chain.bundleID) \(chain.originalTransactionID) in \(group) at \(moment)")
  }

  private func words(of day: Int64, _ shares: [TransactionID: Int64]) -> String {
    let parts = shares.sorted { $0.key < $1.key }.filter { $0.value > 0 }
    return "\(Instant(milliseconds: day)) \(parts.map { "\($0.key) \($0.value)" })"
  }

  /// Compares the start of the reduced rate, only if it has begun and no gap has ended it since.
  /// Later starts belong to the forecast, and the rules do not say which of several starts counts
  /// after a restart.
  private mutating func askReducedRate(
    _ history: ServiceHistory?, _ model: TenureModel, _ chain: ChainID, _ group: SubscriptionGroupID
  ) {
    let moment = moment()
    let tenure = model.tenure(of: chain, in: group, at: moment)
    guard !tenure.hasRestarted, tenure.state != .lapsed,
      let from = model.reducedRateFrom(of: chain, in: group, at: moment)
    else { return }
    let real = history?.evaluate(at: moment).reducedRateFrom
    report.ask(
      real.map { "\($0)" } ?? "-", "\(from)", of: life,
      "reduced rate of \(chain.bundleID) \(chain.originalTransactionID) in \(group) at \(moment)")
  }

  /// The chains of the same facts in another order, some of them twice, folded separately and
  /// merged.
  private var retold: [ChainID: ChainState] {
    var random = random
    let doubled = life.events + life.events.filter { _ in random.chance(3) }
    let shuffled = doubled.shuffled(using: &random)
    let cut = Int(random.number(0...Int64(shuffled.count)))
    return chains(Array(shuffled[..<cut])).merging(chains(Array(shuffled[cut...]))) { left, right in
      var merged = left
      merged.merge(right)
      return merged
    }
  }

  /// Compares the answer with that of the other order, for every second life.
  private mutating func askAgain(
    _ history: ServiceHistory?, _ other: ServiceHistory?, _ chain: ChainID,
    _ group: SubscriptionGroupID
  ) {
    guard life.number.isMultiple(of: 2) else { return }
    let moment = moment()
    report.ask(
      "\(history?.evaluate(at: moment) == other?.evaluate(at: moment))", "true", of: life,
      "the same of \(chain.bundleID) \(chain.originalTransactionID) in \(group) at \(moment), in another order"
    )
  }
}

extension Tenure {
  fileprivate var words: String {
    let paid = transactions.filter { $0.paid > .zero }.sorted {
      $0.transactionID < $1.transactionID
    }
    .map { "\($0.transactionID) \($0.paid.milliseconds)" }
    return "\(state) \(total.milliseconds) = \(daysOfPaidService) d, through "
      + "\(paidThrough?.milliseconds ?? 0), restarts \(restartsAt?.milliseconds ?? 0), \(paid)"
  }
}

extension ModelTenure {
  fileprivate var words: String {
    let paid = paid.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(state.rawValue) \(total) = \(daysOfPaidService) d, through "
      + "\(paidThrough ?? 0), restarts \(restartsAt ?? 0), \(paid)"
  }
}
