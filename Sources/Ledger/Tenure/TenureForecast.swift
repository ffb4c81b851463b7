/// The forecast of tenure at a moment.
package struct TenureForecast: Hashable, Sendable {
  /// The start of the first period at the reduced rate, if the present plan keeps renewing. Nil
  /// once it has begun, while no period runs, and if the plan of a trial is unknown.
  package let reducedRateFrom: Instant?
  /// The last moment to return before the accrued service is lost, if nothing more is bought; nil
  /// if there is nothing to lose.
  package let keptUntil: Instant?
  /// The end of the service if it runs at the moment and will not renew by itself, because the
  /// customer switched renewals off; otherwise nil.
  package let endsAt: Instant?
}

extension ServiceHistory {
  /// Returns the forecast at `moment`. The start of the reduced rate is that of the plan, even if
  /// the customer switched renewals off.
  package func forecast(at moment: Instant) -> TenureForecast {
    let tenure = evaluate(at: moment)
    let isAhead = tenure.reducedRateFrom.map { $0 > moment } ?? false
    let clock = clock(at: moment)
    let isKept = tenure.state == .accruing || (tenure.state == .paused && tenure.total > .zero)
    return TenureForecast(
      reducedRateFrom: isAhead ? tenure.reducedRateFrom : nil,
      keptUntil: isKept ? lastReturn(clock, at: moment) : nil,
      endsAt: endOfService(clock, at: moment))
  }

  /// Returns the start of the first renewal after a year of service, if each renewal is paid on
  /// time.
  func reducedRateAhead(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    guard let ahead = renewals(after: clock, at: moment) else { return nil }
    let charged = ahead.charged.first {
      $0.period.isPaid && $0.serviceBefore >= settings.yearOfService
    }
    return charged?.period.start
      ?? ahead.planned.first { $0.serviceBefore >= settings.yearOfService }?.start
  }

  /// Returns the end of the last known period, charged ahead or running, or of its commitment; nil if
  /// nothing runs, or if the subscription renews.
  func endOfService(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    guard let last = chargedAhead(after: clock, at: moment)?.clock.last,
      renewals[last.chain]?.autoRenew == false
    else { return nil }
    return max(last.end, last.commitmentRest?.end ?? last.end)
  }

  private func lastReturn(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    var clock = clock
    for period in periods where period.isChargedAhead(at: moment) { clock.apply(period) }
    return clock.lapse.restartsAt
  }
}
