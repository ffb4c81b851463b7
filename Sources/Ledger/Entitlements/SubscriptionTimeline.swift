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
    periods = transactions.compactMap { SubscriptionPeriod($0, among: transactions) }
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

  /// The live period, else the one begun by `moment` that ended last.
  package func current(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    if let live = live(at: moment, ownership: ownership) { return live }
    return periods(of: ownership).filter { $0.start <= moment }.max { $0.order < $1.order }
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
    guard let end = gracePeriodExpiresDate(after: period),
      !period.transaction.isRevoked(at: moment)
    else { return false }
    return period.expiresDate <= moment && moment < end
  }

  /// Whether the last period ended with auto-renew on, and Apple has said nothing of how it went on.
  ///
  /// Billing retry and grace while they last, and an expiration intent, are answers; a refund or an
  /// upgrade needs none. False wherever a period covers `moment`.
  package func isRenewalOverdue(at moment: Instant) -> Bool {
    guard let last, last.endsByExpiry, last.end <= moment,
      !last.transaction.isRevoked(at: moment), chain.renewal?.plan.autoRenew == true
    else { return false }
    let isAnswered = renewal(after: last)?.expirationIntent != nil
    return !isAnswered && !isInGrace(after: last, at: moment)
      && !isInBillingRetry(after: last, at: moment)
  }

  /// Whether Apple still tries to collect the renewal of this period, grace included.
  package func isInBillingRetry(after period: SubscriptionPeriod, at moment: Instant) -> Bool {
    guard period.endsByExpiry, let renewal = renewal(after: period), renewal.isInBillingRetry
    else { return false }
    return period.end <= moment && moment < BillingRetry.end(after: period)
  }

  private var last: SubscriptionPeriod? { periods.max { $0.order < $1.order } }

  private func isLast(_ period: SubscriptionPeriod) -> Bool { last == period }
}

extension SubscriptionPeriod {
  /// By end; a renewal taken back before it began still comes after the period it would follow.
  fileprivate var order: (Instant, Instant, TransactionID) {
    (end, start, transaction.transactionID)
  }
}
