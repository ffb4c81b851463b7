/// The periods of one chain's auto-renewable subscription in order of time.
///
/// Every interval is half-open: a period covers its purchase date and not its end.
package struct SubscriptionTimeline: Hashable, Sendable {
  package let chain: ChainState
  /// The periods by purchase date. A transaction without an asserted expiry is no period, nor is a
  /// renewal that was replaced before it began.
  package let periods: [SubscriptionPeriod]

  package init(_ chain: ChainState) {
    self.chain = chain
    let transactions = chain.asTold.purchases.all.filter { $0.purchase.type == .autoRenewable }
    let successions = Dictionary(grouping: transactions, by: \.purchase.ownership)
      .mapValues(Succession.init)
    periods = transactions.compactMap { transaction in
      successions[transaction.purchase.ownership].flatMap {
        SubscriptionPeriod(transaction, in: $0)
      }
    }
  }

  /// Returns the paid period at `moment`: the latest that covers it, preferably one that was not
  /// upgraded.
  ///
  /// A renewal that was signed ahead has not begun, so that the old period counts until then.
  package func live(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    let covering = periods(of: ownership).filter { $0.covers(moment) }
    return covering.last { !$0.transaction.isUpgraded } ?? covering.last
  }

  /// Returns the live period, or else the period begun by `moment` whose service ended last.
  package func current(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    if let live = live(at: moment, ownership: ownership) { return live }
    return periods(of: ownership).filter { $0.start <= moment }.max { $0.order < $1.order }
  }

  /// The period whose service ends last.
  package var last: SubscriptionPeriod? { periods.max { $0.order < $1.order } }

  private func periods(of ownership: Ownership?) -> [SubscriptionPeriod] {
    guard let ownership else { return periods }
    return periods.filter { $0.transaction.purchase.ownership == ownership }
  }
}

extension SubscriptionPeriod {
  /// The sort key: the end of service, then the start. A renewal that was revoked before it began
  /// still comes after the period that it would follow.
  fileprivate var order: (Instant, Instant, TransactionID) {
    (servedUntil, start, transaction.transactionID)
  }
}

extension SubscriptionTimeline {
  /// Returns the grace after this period that covers `moment`; of several the one that ends last. No grace
  /// follows a refund.
  package func grace(after period: SubscriptionPeriod, at moment: Instant) -> Grace? {
    guard !period.transaction.isRevoked(at: moment) else { return nil }
    return graces(after: period).last { $0.start <= moment && moment < $0.end }
  }

  /// Returns all known graces after this period, or after an unknown later one, by their end. No
  /// grace follows a period that was replaced or refunded before its expiry.
  package func graces(after period: SubscriptionPeriod) -> [Grace] {
    guard period.endsByExpiry, let renewal = chain.renewal else { return [] }
    return renewal.times(
      of: renewal.gracePeriods.filter { period.isSame(as: self.period(before: $0)) },
      after: period, before: start(after: period))
  }

  /// Returns the start of the next period; nil if none is known.
  func start(after period: SubscriptionPeriod) -> Instant? {
    periods.lazy.map(\.start).first { period.start < $0 }
  }

  /// Returns the latest period that had expired when this grace began. If Apple did not name that
  /// moment, returns the latest period whose renewal Apple could still have been collecting; and for a
  /// grace by status alone the latest one that had begun when Apple told it.
  private func period(before grace: GracePeriod) -> SubscriptionPeriod? {
    if grace.isByStatusAlone {
      let begun = periods.last { $0.start <= grace.given.assertedAt }
      return begun.flatMap { grace.isTold(inTimeOf: $0) ? $0 : nil }
    }
    let expired = periods.filter { period in
      if let renewalDate = grace.renewalDate { return period.expiresDate <= renewalDate }
      return period.expiresDate < grace.expiresDate
        && grace.expiresDate <= period.expiresDate + BillingRetry.durationMax
    }
    return expired.max { ($0.expiresDate, $0.start) < ($1.expiresDate, $1.start) }
  }
}

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
  /// Known continuations are: billing retry and grace while they last, access up to the renewal date,
  /// auto-renew that is off with no payment of a commitment left, and an expiration intent once Apple no
  /// longer tries to collect. A refund needs none. A renewal date after the end of access, and an upgrade
  /// to an unknown transaction, prove that a period is missing. Always false while a period covers
  /// `moment`.
  package func isRenewalOverdue(at moment: Instant) -> Bool {
    guard let last, last.end <= moment else { return false }
    let renewal = renewal(of: last)
    if isAccessExtended(after: last, at: moment) { return false }
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

  /// Returns true if this period has ended for less than some time, auto-renew is not off, and Apple has
  /// told nothing of the chain since its end.
  func isRenewalAwaited(
    after period: SubscriptionPeriod, at moment: Instant, for patience: Duration
  ) -> Bool {
    guard period.isSame(as: last), period.endsByExpiry, !period.transaction.isRevoked(at: moment),
      period.end <= moment, moment < period.end + patience, willRenew(after: period) != false
    else { return false }
    return period.transaction.confirmedAt(with: renewal(of: period)) <= period.end
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
    guard let renewalDate = renewal?.plan.renewalDate else { return false }
    return renewalDate > extendedAccess(after: period)?.renewalDate ?? period.expiresDate
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
