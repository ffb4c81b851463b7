/// The recovery of a charge within grace: service counts from the old expiry, as if paid on time.
extension RenewalState {
  /// Returns the graces after this period, or after an unknown later one, by their end, as asserted
  /// by sources of trust 1 and 2.
  ///
  /// - Parameter next: the start of the next period; nil if there is none.
  func rememberedGraces(
    after period: SubscriptionPeriod, before next: Instant? = nil
  ) -> [Grace] {
    let graces = rememberedGracePeriods.filter { $0.follows(period, before: next) }
    return times(of: graces, after: period, before: next)
  }
}

extension GracePeriod {
  /// Returns true if the grace follows the period. If Apple named no renewal date, the period must
  /// not have been replaced, and Apple must still have been able to collect its renewal; a grace by status
  /// alone must have been told before the next period.
  fileprivate func follows(_ period: SubscriptionPeriod, before next: Instant?) -> Bool {
    if isByStatusAlone {
      return period.replacement == nil && isTold(inTimeOf: period)
        && next.map { given.assertedAt < $0 } ?? true
    }
    guard period.endBeforeGrace < expiresDate else { return false }
    if let renewalDate { return period.start < renewalDate }
    return period.replacement == nil
      && expiresDate <= period.expiresDate + BillingRetry.durationMax
  }
}

extension SubscriptionPeriod {
  /// Returns the grace within which this period was charged, given the graces after the previous
  /// period. The last moment of a grace is included. A new purchase recovers nothing.
  func recovers(from graces: [Grace]) -> Grace? {
    guard transaction.purchase.reason != Purchase.bought else { return nil }
    return graces.first { $0.start < start && start <= $0.end }
  }

  /// Returns the end of the paid time. A recovery counts from the old expiry, but for no more than
  /// one period: if Apple began a whole period on the day of the recovery, the paid time has that
  /// length.
  func paidEnd(recovering grace: Grace?) -> Instant {
    let unextended = min(expiresDate, transaction.firstExpiresDate ?? expiresDate)
    guard let grace, isWholePeriod(from: start, to: unextended),
      !isWholePeriod(from: grace.start, to: unextended)
    else { return unextended }
    return grace.start + (unextended - start)
  }

  private func isWholePeriod(from start: Instant, to end: Instant) -> Bool {
    BillingPeriod.standard.contains { $0.lengths.contains(end - start) }
  }
}

extension Purchase {
  /// Apple's value for a purchase by the customer, upgrades included.
  static let bought = "PURCHASE"
  /// Apple's value for a renewal by Apple.
  static let renewed = "RENEWAL"
}
