/// The forecast of tenure at a moment.
package struct TenureForecast: Hashable, Sendable {
  /// The start of the first period at the reduced rate, if the present plan keeps renewing. Nil
  /// once it has begun, while no period runs, and if the plan of a trial is unknown.
  package let reducedRateFrom: Instant?
  /// The last moment to return before the accrued service is lost, if nothing more is bought; nil
  /// if there is nothing to lose.
  package let keptUntil: Instant?
}

extension ServiceHistory {
  /// Returns the forecast at `moment`, whether auto-renew is on or off.
  package func forecast(at moment: Instant) -> TenureForecast {
    let tenure = evaluate(at: moment)
    let isAhead = tenure.reducedRateFrom.map { $0 > moment } ?? false
    let isKept = tenure.state == .accruing || (tenure.state == .paused && tenure.total > .zero)
    return TenureForecast(
      reducedRateFrom: isAhead ? tenure.reducedRateFrom : nil,
      keptUntil: isKept ? tenure.restartsAt : nil)
  }

  /// Returns the start of the first renewal after a year of service, if each renewal is paid on
  /// time.
  func reducedRateAhead(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    renewalsAhead(clock, at: moment)?.first { $0.serviceBefore >= settings.yearOfService }?.start
  }
}
