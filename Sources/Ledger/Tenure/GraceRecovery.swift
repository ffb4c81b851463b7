/// A charge that succeeded within grace: service counts from the old expiry, as if paid on time.
extension RenewalState {
  /// Grace that sources of trust 1 and 2 told to follow this period, or what came after it and is not
  /// known, by its end.
  func rememberedGraces(after period: SubscriptionPeriod) -> [Grace] {
    graceHistory.periods
      .filter { $0.follows(period) }
      .map { given in
        let withdrawn = graceHistory.withdrawal(of: given, after: period.expiresDate)
        return Grace(
          start: max(period.endBeforeGrace, given.renewalDate ?? period.endBeforeGrace),
          end: min(given.expiresDate, withdrawn ?? given.expiresDate), event: given.given.event)
      }
      .filter { $0.start < $0.end }
      .sorted { ($0.end, $0.start, $0.event) < ($1.end, $1.start, $1.event) }
  }
}

extension GracePeriod {
  /// Where Apple named no end that it follows, it is one from which Apple could still be
  /// collecting, and of a period that was not replaced.
  fileprivate func follows(_ period: SubscriptionPeriod) -> Bool {
    guard period.endBeforeGrace < expiresDate else { return false }
    if let renewalDate { return period.start < renewalDate }
    return period.replacement == nil
      && expiresDate <= period.expiresDate + BillingRetry.durationMax
  }
}

extension SubscriptionPeriod {
  /// The expiry, or when it was replaced by something that is not known.
  fileprivate var endBeforeGrace: Instant {
    min(expiresDate, replacement?.moment ?? expiresDate)
  }

  /// The grace, of those after the period before, within which this was charged; its last moment is
  /// within. What the customer bought anew recovers nothing.
  func recovers(from graces: [Grace]) -> Grace? {
    guard transaction.purchase.reason != Purchase.bought else { return nil }
    return graces.first { $0.start < start && start <= $0.end }
  }

  /// How far was paid. A recovery counts from the old expiry, but for no more than one period:
  /// where Apple began a whole one on the day of recovery, it is that long.
  func paidEnd(recovering grace: Grace?) -> Instant {
    let unextended = min(expiresDate, transaction.firstExpiresDate ?? expiresDate)
    guard let grace, isWholePeriod(from: start, to: unextended),
      !isWholePeriod(from: grace.start, to: unextended)
    else { return unextended }
    return grace.start + (unextended - start)
  }

  private func isWholePeriod(from start: Instant, to end: Instant) -> Bool {
    BillingPeriod.standard.contains { $0.end(from: start) == end }
  }
}

extension Purchase {
  /// Apple's word for what the customer bought, upgrades included.
  static let bought = "PURCHASE"
  /// Apple's word for what it renewed.
  static let renewed = "RENEWAL"
}
