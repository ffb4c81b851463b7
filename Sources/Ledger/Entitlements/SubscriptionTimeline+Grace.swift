/// Time after a period in which full access is due though nothing has been paid, half-open.
package struct Grace: Hashable, Sendable {
  package let start: Instant
  /// The least of its expiry and its withdrawal.
  package let end: Instant
  /// The event that gave it.
  package let event: EventID
}

extension SubscriptionTimeline {
  /// The grace after this period that covers `moment`. None follows a refund.
  package func grace(after period: SubscriptionPeriod, at moment: Instant) -> Grace? {
    guard !period.transaction.isRevoked(at: moment) else { return nil }
    return graces(after: period).first { $0.start <= moment && moment < $0.end }
  }

  /// Every grace known to follow this period, or one after it that is not known, by their end. None
  /// follows a period that was refunded in time or replaced.
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

  /// The latest period that had expired when this grace began. Where Apple did not say when that was, it
  /// is one from whose end Apple could still be trying to collect.
  private func period(before grace: GracePeriod) -> SubscriptionPeriod? {
    let expired = periods.filter { period in
      if let renewalDate = grace.renewalDate { return period.expiresDate <= renewalDate }
      return period.expiresDate < grace.expiresDate
        && grace.expiresDate <= period.expiresDate + BillingRetry.durationMax
    }
    return expired.max { ($0.expiresDate, $0.start) < ($1.expiresDate, $1.start) }
  }
}
