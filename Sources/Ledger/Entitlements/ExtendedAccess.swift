/// Half-open time after the expiry of a period in which the customer keeps access by the status and the
/// renewal date alone, because Apple's copies of the transaction do not show a later expiry.
///
/// It adds no days of paid service, no coins and no money.
package struct ExtendedAccess: Hashable, Sendable {
  let start: Instant
  package let end: Instant
  /// The renewal date that Apple told; the access may have ended before.
  let renewalDate: Instant
  /// The event that first asserted the renewal date.
  package let event: EventID

  fileprivate func covers(_ moment: Instant) -> Bool { start <= moment && moment < end }
}

extension SubscriptionTimeline {
  /// Returns true if there is access at `moment` by the renewal date after the expiry of a period.
  package func isAccessExtended(after period: SubscriptionPeriod, at moment: Instant) -> Bool {
    let extended = extendedAccess(after: period)
    return extended?.covers(moment) ?? false && !period.transaction.isRevoked(at: moment)
  }

  /// Returns the access after the expiry of a period; nil if there is none.
  ///
  /// Apple must have told the status active with a later renewal date, after the expiry was first told and
  /// before the next period began. The date must not be the expiry of another period. Another status, the
  /// next period or a refund ends the access. Dates in whole seconds and in milliseconds are compared by
  /// their second.
  package func extendedAccess(after period: SubscriptionPeriod) -> ExtendedAccess? {
    guard period.endsByExpiry, let history = chain.renewal?.statusHistory,
      let expiryToldAt = period.transaction.expiryToldAt, isLatestToEnd(period)
    else { return nil }
    let next = start(after: period)
    let extensions = history.tellings.compactMap { telling -> ExtendedAccess? in
      guard telling.status == .active, let renewalDate = telling.renewalDate,
        period.expiresDate.second < renewalDate.second,
        let said = telling.moments.first(after: expiryToldAt), next.map({ said < $0 }) ?? true,
        !periods.contains(where: { $0.expiresDate.second == renewalDate.second })
      else { return nil }
      let ends = [history.end(of: telling), next, period.transaction.revocation?.date]
      let end = ends.compactMap(\.self).reduce(renewalDate, min)
      guard period.expiresDate < end else { return nil }
      return ExtendedAccess(
        start: period.expiresDate, end: end, renewalDate: renewalDate, event: telling.given.event)
    }
    return extensions.max {
      ($0.end, $0.renewalDate, $0.event) < ($1.end, $1.renewalDate, $1.event)
    }
  }

  /// Returns true if no period that began before this one ends later.
  private func isLatestToEnd(_ period: SubscriptionPeriod) -> Bool {
    periods.allSatisfy {
      $0.start > period.start || ($0.expiresDate, $0.start) <= (period.expiresDate, period.start)
    }
  }
}
