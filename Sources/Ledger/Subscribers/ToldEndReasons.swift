/// Apple's reasons for the ends of a chain's periods, from all renewal facts of trust 1 and 2.
///
/// The state of a chain keeps the newest reason alone. The reasons of earlier ends are in the facts that
/// Apple asserted between the purchase of the period and the next purchase of the chain.
package struct ToldEndReasons {
  private static let trustMin: Trust = .receipt

  /// The facts in the order of their assertion.
  private let facts: [RenewalFact]

  package init(_ events: some Sequence<RecordedEvent>) {
    facts = events.compactMap { event in
      guard case .chain(.renewalObserved(let fact)) = event.event,
        fact.assertion.trust >= Self.trustMin
      else { return nil }
      return fact
    }.sorted { $0.assertion.assertedAt < $1.assertion.assertedAt }
  }

  /// Returns the reason for each period of which Apple told one. A period that runs may have one, if
  /// the customer has switched renewals off.
  ///
  /// - Parameter periods: all periods of the chain, in any order.
  package func reasons(of periods: [ServicePeriod]) -> [TransactionID: ServiceEndReason] {
    guard !facts.isEmpty else { return [:] }
    let sorted = periods.sorted { $0.order < $1.order }
    var reasons: [TransactionID: ServiceEndReason] = [:]
    for (index, period) in sorted.enumerated() {
      let next = sorted[(index + 1)...].first { $0.purchaseDate > period.purchaseDate }
      reasons[period.transactionID] = reason(from: period.purchaseDate, before: next?.purchaseDate)
    }
    return reasons
  }

  /// Returns the newest reason that was told in a time. A number of Apple's comes before what the plan and
  /// the attempts to collect let conclude.
  private func reason(from start: Instant, before end: Instant?) -> ServiceEndReason? {
    let first = facts.partitioningIndex { $0.assertion.assertedAt >= start }
    let told = facts[first...].prefix { fact in end.map { fact.assertion.assertedAt < $0 } ?? true }
    if let intent = told.lazy.reversed().compactMap(\.expirationIntent.value).first {
      return ServiceEndReason(expirationIntent: intent)
    }
    guard let newest = told.last else { return nil }
    if newest.isInBillingRetry.value == true || newest.gracePeriodExpiresDate.value != nil {
      return .billing
    }
    return newest.plan.willRenew == false ? .choice : nil
  }
}

extension Array {
  /// Returns the first index at which the condition holds, in an array in which it holds for no element
  /// before one for which it does not.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
