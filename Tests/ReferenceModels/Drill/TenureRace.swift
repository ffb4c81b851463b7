import Ledger

/// A life that is counted twice, by the rules and by the model, to measure both.
package struct TenureRace: Sendable {
  private let life: RandomLife
  private let end: Instant

  package init(_ life: RandomLife) {
    self.life = life
    end = Instant(milliseconds: (life.boundaries.max() ?? 0) + 1)
  }

  /// Folds all chains and counts them by customer and group. Returns the sum of all milliseconds
  /// for comparison.
  package func byRules() -> Int {
    let probe = Probe(life, mutation: nil)
    let shared = SharedState(life.events)
    var sum: Int64 = 0
    for history in Customer.grouping(probe.chains(life.events).values).values.flatMap({ own in
      ServiceHistory.histories(
        of: own, catalogs: shared.catalogs(of: own[0].chain.bundleID), settings: probe.settings)
    }) {
      let tenure = history.evaluate(at: end)
      sum += tenure.total.milliseconds
      for transaction in tenure.transactions { sum += transaction.serviceBefore.milliseconds }
    }
    return Int(sum)
  }

  /// Returns the same sum by the model.
  package func byModel() -> Int {
    let model = TenureModel(ModelFacts(life.events), settings: life.settings)
    let groups = Set(model.facts.transactions.compactMap(\.purchase.subscriptionGroupID))
    var sum: Int64 = 0
    for customer in model.facts.customers.map(\.name) {
      for group in groups {
        sum += model.tenure(of: customer, in: group, at: end).total
        sum += model.servicesBefore(of: customer, in: group).values.reduce(0, +)
      }
    }
    return Int(sum)
  }
}
