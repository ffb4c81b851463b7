/// Apple's words on the ends of a chain's periods, from all renewal facts of trust 1 and 2.
///
/// The state of a chain keeps the newest reason alone. The reasons of earlier ends are in the facts that
/// Apple asserted between the purchase of the period and the next purchase of the chain.
package struct ToldEnds {
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

  /// Returns the end of each period of which Apple told a reason. A period that runs may have one, if the
  /// customer has switched renewals off.
  ///
  /// - Parameter periods: all periods of the chain, in any order.
  package func ends(of periods: [ServicePeriod]) -> [TransactionID: ServiceEnd] {
    guard !facts.isEmpty else { return [:] }
    let sorted = periods.sorted { $0.order < $1.order }
    var ends: [TransactionID: ServiceEnd] = [:]
    for (index, period) in sorted.enumerated() {
      let next = sorted[(index + 1)...].first { $0.purchaseDate > period.purchaseDate }
      let told = told(from: period.purchaseDate, before: next?.purchaseDate)
      let served = period.servedUntil
      ends[period.transactionID] = Self.reason(told, after: served).map {
        ServiceEnd($0, retryEnd: Self.retryEnd(told, after: served))
      }
    }
    return ends
  }

  private func told(from start: Instant, before end: Instant?) -> ArraySlice<RenewalFact> {
    let first = facts.partitioningIndex { $0.assertion.assertedAt >= start }
    return facts[first...].prefix { fact in end.map { fact.assertion.assertedAt < $0 } ?? true }
  }

  /// Returns the newest reason. A number of Apple's comes before what the plan and the attempts to collect
  /// let conclude.
  ///
  /// A price that Apple tried to collect after the service had ended was the reason for that end: a customer
  /// who cancels meanwhile, for which Apple has a number too, ends these attempts alone.
  private static func reason(
    _ told: ArraySlice<RenewalFact>, after served: Instant
  ) -> ServiceEndReason? {
    if told.contains(where: { $0.isInBillingRetry.value == true && $0.isAsserted(after: served) }) {
      return .billing
    }
    if let intent = told.lazy.reversed().compactMap(\.expirationIntent.value).first {
      return ServiceEndReason(expirationIntent: intent)
    }
    guard let newest = told.last else { return nil }
    if newest.isInBillingRetry.value == true || newest.gracePeriodExpiresDate.value != nil
      || newest.status == .grace
    {
      return .billing
    }
    return newest.plan.willRenew == false ? .choice : nil
  }

  /// Returns the moment at which Apple told that it had stopped to try to collect the price.
  private static func retryEnd(
    _ told: ArraySlice<RenewalFact>, after served: Instant
  ) -> Instant? {
    guard let last = told.lastIndex(where: { $0.isInBillingRetry.value == true }) else {
      return nil
    }
    return told[(last + 1)...].first {
      $0.isInBillingRetry != .silent && $0.isAsserted(after: served)
    }?.assertion.assertedAt
  }
}

extension RenewalFact {
  fileprivate func isAsserted(after moment: Instant) -> Bool { assertion.assertedAt >= moment }
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
