/// What lies ahead, known before it happens.
package struct TenureForecast: Hashable, Sendable {
  /// When the first period at the reduced rate begins, if the present plan goes on renewing; nil
  /// once it has begun, while nothing runs, and where a trial's plan is not known.
  package let reducedRateFrom: Instant?
  /// The last moment to return before what was accrued is lost, if nothing more is bought; nil
  /// where nothing is left to lose.
  package let keptUntil: Instant?
}

extension ServiceHistory {
  /// The forecast made at `moment`. Whether auto-renew is on does not matter: it says what would
  /// be.
  package func forecast(at moment: Instant) -> TenureForecast {
    let tenure = evaluate(at: moment)
    let isAhead = tenure.reducedRateFrom.map { $0 > moment } ?? false
    let isKept = tenure.state == .accruing || (tenure.state == .paused && tenure.total > .zero)
    return TenureForecast(
      reducedRateFrom: isAhead ? tenure.reducedRateFrom : nil,
      keptUntil: isKept ? tenure.restartsAt : nil)
  }

  /// The first renewal with a year of service before it, if every one is paid and on time.
  func reducedRateAhead(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    renewalsAhead(clock, at: moment)?.first { $0.serviceBefore >= settings.yearOfService }?.start
  }
}
