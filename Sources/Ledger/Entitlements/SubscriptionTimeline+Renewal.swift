extension SubscriptionTimeline {
  /// Returns the renewal state if it concerns the end of this period or of a later one; nil if it
  /// concerns only an earlier end.
  package func renewal(of period: SubscriptionPeriod) -> RenewalState? {
    guard let renewal = chain.renewal else { return nil }
    guard let renewalDate = renewal.plan.renewalDate else {
      return renewal.confirmedAt >= period.start ? renewal : nil
    }
    return renewalDate >= period.unextendedExpiresDate ? renewal : nil
  }

  /// Returns the renewal state after the last period; nil for any other period.
  package func renewal(after period: SubscriptionPeriod) -> RenewalState? {
    period.isSame(as: last) ? renewal(of: period) : nil
  }

  /// Returns true if the last period is over, was not announced to end there, and Apple has
  /// asserted nothing about its continuation.
  ///
  /// Known continuations are: billing retry and grace while they last, auto-renew that is off with no
  /// payment of a commitment left, and an expiration intent once Apple no longer tries to collect. A
  /// refund needs none. A renewal
  /// date after the last expiry, and an upgrade to an unknown transaction, prove that a period is
  /// missing. Always false while a period covers `moment`.
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
    return !isAnswered && willRenew(after: last) != false
  }

  /// Returns true if Apple will renew this period as told. Within a commitment it does, even if the
  /// customer canceled: that ends the commitment after its last period. Nil if Apple has asserted
  /// nothing about the end of this period or a later one.
  package func willRenew(after period: SubscriptionPeriod) -> Bool? {
    if let commitment = period.transaction.purchase.commitment, commitment.paymentsLeft > 0 {
      return true
    }
    return renewal(of: period)?.plan.willRenew
  }

  private func isPeriodMissing(
    after period: SubscriptionPeriod, by renewal: RenewalState?
  ) -> Bool {
    renewal?.plan.renewalDate.map { $0 > period.expiresDate } ?? false
  }

  /// Returns true if Apple still tries to collect the renewal of this period, grace included, or of
  /// an unknown period after it.
  package func isInBillingRetry(after period: SubscriptionPeriod, at moment: Instant) -> Bool {
    guard period.endsByExpiry, let renewal = renewal(after: period), renewal.isInBillingRetry
    else { return false }
    let due = max(period.expiresDate, renewal.plan.renewalDate ?? period.expiresDate)
    return due <= moment && moment < BillingRetry.end(of: period, due: due)
  }
}

extension SubscriptionPeriod {
  /// Returns true if both are periods of the same transaction.
  func isSame(as other: SubscriptionPeriod?) -> Bool {
    transaction.transactionID == other?.transaction.transactionID
  }

  /// The end that a renewal fact from before an extension would name.
  fileprivate var unextendedExpiresDate: Instant {
    min(expiresDate, transaction.firstExpiresDate ?? expiresDate)
  }
}
