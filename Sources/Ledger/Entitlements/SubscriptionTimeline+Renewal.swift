extension SubscriptionTimeline {
  /// Renewal knowledge of this period or of a later one; nil where it speaks of an earlier end only.
  package func renewal(of period: SubscriptionPeriod) -> RenewalState? {
    guard let renewal = chain.renewal else { return nil }
    guard let renewalDate = renewal.plan.renewalDate else {
      return renewal.confirmedAt >= period.start ? renewal : nil
    }
    return renewalDate >= period.unextendedExpiresDate ? renewal : nil
  }

  /// Renewal knowledge of how it goes on after the last period; nil after any other.
  package func renewal(after period: SubscriptionPeriod) -> RenewalState? {
    period.isSame(as: last) ? renewal(of: period) : nil
  }

  /// Whether the last period is over, it was not told to end there, and Apple has said nothing of how it
  /// went on.
  ///
  /// Billing retry and grace while they last, auto-renew that was off, and an expiration intent once
  /// nothing is tried any more, are answers; a refund needs none. A renewal date after the last expiry,
  /// and an upgrade to what is not known, prove that a period is missing. False wherever a period covers
  /// `moment`.
  package func isRenewalOverdue(at moment: Instant) -> Bool {
    guard let last, last.end <= moment else { return false }
    let renewal = renewal(of: last)
    if last.expiresDate <= moment && isPeriodMissing(after: last, by: renewal) { return true }
    if last.transaction.isRevoked(at: moment) { return false }
    if last.isReplacementMissing { return true }
    guard last.endsByExpiry else { return false }
    guard let renewal else { return true }
    if grace(after: last, at: moment) != nil || isInBillingRetry(after: last, at: moment) {
      return false
    }
    let isAnswered = renewal.expirationIntent != nil && !renewal.isInBillingRetry
    return !isAnswered && renewal.plan.autoRenew != false
  }

  private func isPeriodMissing(
    after period: SubscriptionPeriod, by renewal: RenewalState?
  ) -> Bool {
    renewal?.plan.renewalDate.map { $0 > period.expiresDate } ?? false
  }

  /// Whether Apple still tries to collect the renewal of this period, grace included, or of one after it
  /// that is not known.
  package func isInBillingRetry(after period: SubscriptionPeriod, at moment: Instant) -> Bool {
    guard period.endsByExpiry, let renewal = renewal(after: period), renewal.isInBillingRetry
    else { return false }
    let due = max(period.expiresDate, renewal.plan.renewalDate ?? period.expiresDate)
    return due <= moment && moment < BillingRetry.end(of: period, due: due)
  }
}

extension SubscriptionPeriod {
  /// Whether both are the period of one transaction.
  func isSame(as other: SubscriptionPeriod?) -> Bool {
    transaction.transactionID == other?.transaction.transactionID
  }

  /// The end that renewal knowledge from before an extension would name.
  fileprivate var unextendedExpiresDate: Instant {
    min(expiresDate, transaction.firstExpiresDate ?? expiresDate)
  }
}
