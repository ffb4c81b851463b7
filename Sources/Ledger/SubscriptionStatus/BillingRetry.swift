/// The longest time for which Apple tries to collect a renewal after the period's expiry, grace
/// included.
///
/// Sources: "Billing retry" in App Store Connect Help; for the monthly plan with a 12-month
/// commitment, "Managing the lifecycle of monthly subscriptions" in the StoreKit documentation.
package enum BillingRetry {
  package static let durationMax: Duration = .seconds(60 * 86_400)
  package static let commitmentDurationMax: Duration = .seconds(90 * 86_400)

  /// Returns the moment from which Apple no longer tries to collect a renewal that was due at
  /// `due`.
  package static func end(of period: SubscriptionPeriod, due: Instant) -> Instant {
    let isCommitment = period.transaction.purchase.isBilledMonthly
    return due + (isCommitment ? commitmentDurationMax : durationMax)
  }
}
