/// Half-open time after a period in which the customer keeps full access without having paid.
package struct Grace: Hashable, Sendable {
  package let start: Instant
  /// The earlier of the expiry and the withdrawal of the grace.
  package let end: Instant
  /// The event that first asserted the grace; nil if only its time is kept.
  package let event: EventID?
  /// True if Apple told no date, so that only the status says how long the grace lasts.
  package let isUncertain: Bool
}

extension RenewalState {
  /// Returns the time of graces that follow a period, by their ends.
  ///
  /// A grace by status gives way to a dated one after the same end: it never lasts beyond the date that was
  /// told last, and is left out where the dated one stands.
  ///
  /// - Parameters:
  ///   - told: the graces that follow the period.
  ///   - next: the start of the next period, which ends a grace by status; nil if there is none.
  func times(
    of told: [GracePeriod], after period: SubscriptionPeriod, before next: Instant?
  ) -> [Grace] {
    let toldByStatusAlone = told.filter(\.isByStatusAlone).compactMap(\.event).first
    let all = told.map { grace in
      let start = period.start(of: grace)
      let last = grace.isByStatusAlone ? start + GracePeriod.durationMax : grace.expiresDate
      var ends = [last, withdrawal(of: grace, after: period.expiresDate)]
      if !grace.isDated { ends += [next, told.lastDate { period.start(of: $0) == start }] }
      return Grace(
        start: start, end: ends.compactMap(\.self).min() ?? last,
        event: grace.isByStatusAlone ? toldByStatusAlone : grace.event, isUncertain: !grace.isDated)
    }.filter { $0.start < $0.end }
    let dated = all.filter { !$0.isUncertain }
    return all.filter { grace in
      !grace.isUncertain || !dated.contains { $0.start == grace.start && grace.end <= $0.end }
    }
    .sorted { $0.order < $1.order }
  }
}

extension Grace {
  /// The sort key; of two graces of one time that without an event comes first.
  fileprivate var order: (Instant, Instant, EventID) {
    (end, start, event ?? EventID(lane: 0, position: 0))
  }
}

extension [GracePeriod] {
  /// Returns the date that Apple told last of the graces that meet a condition; nil if none has a date.
  fileprivate func lastDate(where isMet: (GracePeriod) -> Bool) -> Instant? {
    filter { $0.isDated && isMet($0) }
      .max { ($0.lastAssertedAt, $0.expiresDate) < ($1.lastAssertedAt, $1.expiresDate) }?
      .expiresDate
  }
}

extension GracePeriod {
  /// Returns true for a grace by status alone that Apple told in the time of a period: after its start, and
  /// before the longest grace after its end had passed.
  func isTold(inTimeOf period: SubscriptionPeriod) -> Bool {
    isByStatusAlone && period.start <= given.assertedAt
      && given.assertedAt < period.endBeforeGrace + Self.durationMax
  }
}

extension SubscriptionPeriod {
  /// The expiry, or the moment of the replacement if that is earlier.
  var endBeforeGrace: Instant { min(expiresDate, replacement?.moment ?? expiresDate) }

  /// Returns the moment from which a grace counts that follows this period or an unknown later one.
  fileprivate func start(of grace: GracePeriod) -> Instant {
    max(endBeforeGrace, grace.renewalDate ?? endBeforeGrace)
  }
}
