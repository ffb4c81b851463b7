/// How long Apple goes on trying to collect a renewal after the period's expiry, grace included.
///
/// Source: "Billing retry" of App Store Connect Help, and of the monthly plan with a 12-month
/// commitment, in StoreKit's "Managing the lifecycle of monthly subscriptions".
package enum BillingRetry {
  package static let durationMax: Duration = .seconds(60 * 86_400)
  package static let commitmentDurationMax: Duration = .seconds(90 * 86_400)
  /// Apple's word for monthly billing under a 12-month commitment.
  static let commitmentPlan = "MONTHLY"

  /// The first moment at which nothing is tried any more for a renewal that was due at `due`.
  package static func end(of period: SubscriptionPeriod, due: Instant) -> Instant {
    let isCommitment = period.transaction.purchase.billingPlanType == commitmentPlan
    return due + (isCommitment ? commitmentDurationMax : durationMax)
  }
}
