import Ledger
import ReferenceModels
import Testing

/// The courses of random lives beside the entitlements, which other code derives from the facts. Access by a
/// status without dates adds no days of service, so that it is left out.
struct SubscriberPropertyTests {
  private static let lives = 100
  private static let moments = stride(from: -700.0, through: 1_500, by: 13.37).map(day)

  @Test(arguments: Array(stride(from: 0, to: 3_000, by: lives)))
  func `a customer is a subscriber while a subscription entitles`(first: Int) {
    var compared = 0
    for number in first..<first + Self.lives {
      let life = RandomLife(seed: 20_260_101, number: number)
      for chains in Customer.grouping(states(of: life.events)).values
      where chains.allSatisfy(isComparable) {
        for history in ServiceHistory.histories(of: chains) {
          let course = SubscriberCourse(history, [:])
          for moment in Self.moments {
            let found = entitlements(chains, history.subscriptionGroupID, at: moment)
            guard !found.contains(where: { $0.isUncertain || isAfterUnknownPeriod($0, history) })
            else { continue }
            let serves = course.period(before: moment + .milliseconds(1)) != nil
            #expect(serves == !found.isEmpty, "life \(number) at \(moment)")
            compared += 1
          }
        }
      }
    }
    #expect(compared > 3_000)
  }

  private func states(of events: [RecordedEvent]) -> [ChainState] {
    var states: [ChainID: ChainState] = [:]
    for event in events {
      switch event.event {
      case .chain(.transactionObserved(let fact)) where fact.assertion.trust >= .receipt:
        states[fact.chain, default: ChainState(fact.chain)].join(event)
      case .chain(.renewalObserved(let fact)) where fact.assertion.trust >= .receipt:
        states[fact.chain, default: ChainState(fact.chain)].join(event)
      default: continue
      }
    }
    return Array(states.values)
  }

  /// Returns false for a chain with a refund whose date Apple changed, or with one of an upgraded
  /// period: entitlements know the newest word, and the days of service each one at its time.
  private func isComparable(_ chain: ChainState) -> Bool {
    chain.transactions.values.allSatisfy {
      let revocations = $0.revocationHistory.revocations.count
      return revocations < 2 && (revocations == 0 || !$0.isUpgraded)
    }
  }

  /// Returns true for grace that follows a period of which no transaction is known.
  private func isAfterUnknownPeriod(_ entitlement: Entitlement, _ history: ServiceHistory) -> Bool {
    guard entitlement.state == .gracePeriod else { return false }
    let period = history.periods.first { $0.transactionID == entitlement.transactionID }
    return period?.graceEnd == nil
  }

  private func entitlements(
    _ chains: [ChainState], _ group: SubscriptionGroupID, at moment: Instant
  ) -> [Entitlement] {
    Entitlements.evaluate(chains, at: moment).filter {
      $0.subscriptionGroupID == group && $0.ownership == .purchased
    }
  }
}
