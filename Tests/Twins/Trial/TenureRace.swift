import Ledger

/// One life to be counted twice, by the rules and by the twin, for measuring.
package struct TenureRace: Sendable {
  private let life: RandomLife
  private let end: Instant

  package init(_ life: RandomLife) {
    self.life = life
    end = Instant(milliseconds: (life.boundaries.max() ?? 0) + 1)
  }

  /// Folds all chains, counts them by customer and group; the sum of all milliseconds, to compare.
  package func byRules() -> Int {
    let interview = Interview(life, misreading: nil)
    let chains = Customer.grouping(interview.chains(life.events).values).values
    var sum: Int64 = 0
    for history in chains.flatMap({ own in
      ServiceHistory.histories(of: own, settings: interview.settings)
    }) {
      let tenure = history.evaluate(at: end)
      sum += tenure.total.milliseconds
      for transaction in tenure.transactions { sum += transaction.serviceBefore.milliseconds }
    }
    return Int(sum)
  }

  /// The same by the twin.
  package func byTwin() -> Int {
    let twin = TenureTwin(TwinFacts(life.events), settings: life.settings)
    let groups = Set(twin.facts.transactions.compactMap(\.purchase.subscriptionGroupID))
    var sum: Int64 = 0
    for customer in twin.facts.customers.map(\.name) {
      for group in groups {
        sum += twin.tenure(of: customer, in: group, at: end).total
        sum += twin.servicesBefore(of: customer, in: group).values.reduce(0, +)
      }
    }
    return Int(sum)
  }
}
