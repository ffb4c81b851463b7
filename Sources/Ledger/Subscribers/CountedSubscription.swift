/// A customer's subscription at a moment, as Apple's report of active subscriptions counts it.
///
/// Apple counts grace and billing retry apart from active subscriptions. A subscription that ended by billing
/// is counted until Apple tells that it tries no longer, and for the longest time of a retry at most.
package struct CountedSubscription: Hashable, Sendable {
  package enum State: Hashable, Sendable {
    case active, gracePeriod, billingRetry
  }

  /// The period that serves, or did last.
  package let period: ServicePeriod
  package let state: State

  /// Returns nil if no period serves just before the moment, and Apple does not try to collect the price
  /// of a next one.
  package init?(_ course: SubscriberCourse, before moment: Instant) {
    guard let step = course.steps.last(where: { $0.moment < moment }) else { return nil }
    if let period = step.after {
      self.period = period
      state = moment <= period.end ? .active : .gracePeriod
    } else if let period = step.before, step.kind == .ended(.billing),
      moment <= Self.retryEnd(after: period, of: course)
    {
      self.period = period
      state = .billingRetry
    } else {
      return nil
    }
  }

  private static func retryEnd(after period: ServicePeriod, of course: SubscriberCourse) -> Instant
  {
    let longest =
      period.commitmentRest == nil ? BillingRetry.durationMax : BillingRetry.commitmentDurationMax
    let last = period.end + longest
    return course.retryEnd(after: period).map { min($0, last) } ?? last
  }
}
