/// One day in UTC with its paid time.
package struct TenureDay: Hashable, Sendable {
  package struct Share: Hashable, Sendable {
    package let transactionID: TransactionID
    package let paid: Duration
  }

  package let startsAt: Instant
  /// The shares in the order of time.
  package let shares: [Share]

  package var paid: Duration { shares.reduce(.zero) { $0 + $1.paid } }
}

extension ServiceHistory {
  /// Returns every day with paid time that counts at `moment`, ascending. The days sum to the
  /// total.
  package func trace(at moment: Instant) -> [TenureDay] {
    let clock = clock(at: moment)
    guard clock.state(at: moment) != .lapsed else { return [] }
    var days: [(start: Instant, shares: [TenureDay.Share])] = []
    for interval in clock.run where interval.start < moment {
      for part in interval.days(until: moment) {
        if days.last?.start != part.day { days.append((part.day, [])) }
        days[days.count - 1].shares.append(
          TenureDay.Share(transactionID: interval.transactionID, paid: part.paid))
      }
    }
    return days.map { TenureDay(startsAt: $0.start, shares: $0.shares) }
  }
}

extension ServiceClock.Interval {
  /// Returns the days in UTC of the interval before `moment`, each with its paid time.
  fileprivate func days(until moment: Instant) -> [(day: Instant, paid: Duration)] {
    let end = min(end, moment)
    return sequence(first: start.midnight) { $0 + .day }
      .prefix { $0 < end }
      .map { day in (day, min(end, day + .day) - max(start, day)) }
  }
}

extension Instant {
  /// The beginning of the day in UTC.
  fileprivate var midnight: Instant {
    let length = Duration.day.milliseconds
    let rest = milliseconds % length
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + length : rest))
  }
}
