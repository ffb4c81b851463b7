/// The rules for the status of a chain's subscription at a moment.
///
/// Periods take precedence; renewal facts decide only the time after the end of the last period, by their
/// dates, and by the status where a date is missing.
/// Auto-renew, next product, price consent and next offer are the present ones for every moment,
/// and nil after a period about which Apple has asserted nothing since.
package enum SubscriptionStatuses {
  /// Returns the status; nil if the chain has no auto-renewable period that had begun by `moment`.
  ///
  /// - Parameter catalogs: tell the group of a product whose group Apple did not tell, as in a receipt.
  package static func evaluate(
    _ chain: ChainState, at moment: Instant, catalogs: Catalogs = Catalogs()
  ) -> SubscriptionStatus? {
    let timeline = SubscriptionTimeline(chain)
    guard let period = timeline.current(at: moment) else { return nil }
    let status = status(of: period, in: timeline, at: moment)
    let (transaction, renewal) = (period.transaction, timeline.renewal(of: period))
    let grace = timeline.grace(after: period, at: moment) ?? timeline.graces(after: period).last
    let extended = timeline.extendedAccess(after: period)
    return SubscriptionStatus(
      chain: chain.chain,
      subscriptionGroupID: transaction.purchase.subscriptionGroupID
        ?? catalogs.subscription(transaction.purchase.productID)?.subscriptionGroupID,
      productID: transaction.purchase.productID,
      transactionID: transaction.transactionID,
      ownership: transaction.purchase.ownership,
      status: status,
      expiresAt: extended?.end ?? period.expiresDate,
      gracePeriodExpiresAt: grace?.end,
      autoRenew: renewal?.plan.autoRenew,
      renewsAs: renewal?.plan.autoRenewProductID,
      expirationIntent: status == .active ? nil : timeline.renewal(after: period)?.expirationIntent,
      priceIncreaseStatus: renewal?.priceIncreaseStatus,
      commitment: transaction.purchase.commitment,
      commitmentRenewal: transaction.purchase.commitment == nil ? nil : renewal?.plan.commitment,
      currency: transaction.purchase.currency,
      offer: transaction.purchase.offer,
      nextOffer: renewal?.nextOffer,
      confirmedAt: transaction.confirmedAt(with: renewal),
      renewalOverdue: timeline.isRenewalOverdue(at: moment),
      isUncertain: extended != nil || grace?.isUncertain ?? false,
      because: period.because(with: renewal, grace, extended))
  }

  private static func status(
    of period: SubscriptionPeriod, in timeline: SubscriptionTimeline, at moment: Instant
  ) -> SubscriptionStatus.Status {
    if period.covers(moment) { return .active }
    if period.transaction.isRevoked(at: moment) { return .revoked }
    if timeline.isAccessExtended(after: period, at: moment) { return .active }
    if timeline.grace(after: period, at: moment) != nil { return .gracePeriod }
    return timeline.isInBillingRetry(after: period, at: moment) ? .billingRetry : .expired
  }
}
