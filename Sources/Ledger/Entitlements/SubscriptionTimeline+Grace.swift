/// Half-open time after a period in which the customer keeps full access without having paid.
package struct Grace: Hashable, Sendable {
  package let start: Instant
  /// The earlier of the expiry and the withdrawal of the grace.
  package let end: Instant
  /// The event that first asserted the grace.
  package let event: EventID
}

extension SubscriptionTimeline {
  /// Returns the grace after this period that covers `moment`. No grace follows a refund.
  package func grace(after period: SubscriptionPeriod, at moment: Instant) -> Grace? {
    guard !period.transaction.isRevoked(at: moment) else { return nil }
    return graces(after: period).first { $0.start <= moment && moment < $0.end }
  }

  /// Returns all known graces after this period, or after an unknown later one, by their end. No
  /// grace follows a period that was replaced or refunded before its expiry.
  package func graces(after period: SubscriptionPeriod) -> [Grace] {
    guard period.endsByExpiry, let renewal = chain.renewal else { return [] }
    return renewal.gracePeriods
      .filter { period.isSame(as: self.period(before: $0)) }
      .map { given in
        let withdrawn = renewal.graceHistory.withdrawal(of: given, after: period.expiresDate)
        return Grace(
          start: given.renewalDate ?? period.expiresDate,
          end: min(given.expiresDate, withdrawn ?? given.expiresDate), event: given.given.event)
      }
      .filter { $0.start < $0.end }
      .sorted { ($0.end, $0.start, $0.event) < ($1.end, $1.start, $1.event) }
  }

  /// Returns the latest period that had expired when this grace began. If Apple did not name that
  /// moment, returns the latest period whose renewal Apple could still have been collecting.
  private func period(before grace: GracePeriod) -> SubscriptionPeriod? {
    let expired = periods.filter { period in
      if let renewalDate = grace.renewalDate { return period.expiresDate <= renewalDate }
      return period.expiresDate < grace.expiresDate
        && grace.expiresDate <= period.expiresDate + BillingRetry.durationMax
    }
    return expired.max { ($0.expiresDate, $0.start) < ($1.expiresDate, $1.start) }
  }
}
