/// The periods of one chain's auto-renewable subscription, laid out in time.
///
/// Every interval is half-open: a period covers its purchase date and no longer its end.
package struct SubscriptionTimeline: Hashable, Sendable {
  package let chain: ChainState
  /// By purchase date. A transaction whose expiry nobody asserted is no period.
  package let periods: [SubscriptionPeriod]

  package init(_ chain: ChainState) {
    self.chain = chain
    let transactions = chain.transactions.values
      .filter { $0.purchase.type == .autoRenewable }
      .sorted { $0.order < $1.order }
    periods = transactions.indices.compactMap { index in
      SubscriptionPeriod(transactions[index], followedBy: transactions[(index + 1)...])
    }
  }

  /// The period paid for at `moment`: the latest that covers it, one not upgraded away first.
  ///
  /// A renewal signed ahead has not begun, so the old period counts until then.
  package func live(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    let covering = periods(of: ownership).filter { $0.start <= moment && moment < $0.end }
    return covering.last { !$0.transaction.isUpgraded } ?? covering.last
  }

  /// The period last begun at `moment`, live or not; one not upgraded away first.
  package func current(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    if let live = live(at: moment, ownership: ownership) { return live }
    let begun = periods(of: ownership).filter { $0.start <= moment }
    return begun.last { !$0.transaction.isUpgraded } ?? begun.last
  }

  private func periods(of ownership: Ownership?) -> [SubscriptionPeriod] {
    guard let ownership else { return periods }
    return periods.filter { $0.transaction.purchase.ownership == ownership }
  }
}

extension SubscriptionTimeline {
  /// Renewal knowledge that speaks of this period's end: asserted of it, or of a later one.
  package func renewal(after period: SubscriptionPeriod) -> RenewalState? {
    guard let renewal = chain.renewal, isLast(period) else { return nil }
    let isOfThisPeriod =
      renewal.plan.renewalDate.map { $0 >= period.expiresDate }
      ?? (renewal.confirmedAt >= period.start)
    return isOfThisPeriod ? renewal : nil
  }

  /// When the grace period after this period ends; nil where none is known to follow it.
  ///
  /// After the last period the newest knowledge speaks; after an earlier one, what was remembered.
  /// None follows a period that was refunded or upgraded away.
  package func gracePeriodExpiresDate(after period: SubscriptionPeriod) -> Instant? {
    guard period.endsByExpiry else { return nil }
    let end =
      isLast(period)
      ? renewal(after: period)?.gracePeriodExpiresDate
      : chain.renewal?.gracePeriods.last { $0.renewalDate == period.expiresDate }?.expiresDate
    return end.flatMap { $0 > period.expiresDate ? $0 : nil }
  }

  package func isInGrace(after period: SubscriptionPeriod, at moment: Instant) -> Bool {
    guard let end = gracePeriodExpiresDate(after: period) else { return false }
    return period.expiresDate <= moment && moment < end
  }

  /// Whether the last period ended with auto-renew on, and Apple has said nothing of how it went on.
  ///
  /// Billing retry, grace and an expiration intent are answers; a refund or an upgrade needs none.
  package func isRenewalOverdue(at moment: Instant) -> Bool {
    guard let last = periods.last, last.endsByExpiry, last.end <= moment,
      chain.renewal?.plan.autoRenew == true
    else { return false }
    guard let renewal = renewal(after: last) else { return true }
    return !renewal.isInBillingRetry && renewal.expirationIntent == nil
      && gracePeriodExpiresDate(after: last) == nil
  }

  private func isLast(_ period: SubscriptionPeriod) -> Bool { periods.last == period }
}
