/// One day in UTC, and the paid time that fell on it.
package struct TenureDay: Hashable, Sendable {
  package struct Share: Hashable, Sendable {
    package let transactionID: TransactionID
    package let paid: Duration
  }

  package let startsAt: Instant
  /// In the order of time.
  package let shares: [Share]

  package var paid: Duration { shares.reduce(.zero) { $0 + $1.paid } }
}

extension ServiceHistory {
  /// Every day with paid time that counts at `moment`, ascending: together they are the total.
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
  /// The days in UTC it touches before `moment`, with how much of each.
  fileprivate func days(until moment: Instant) -> [(day: Instant, paid: Duration)] {
    let end = min(end, moment)
    return sequence(first: start.midnight) { $0 + .day }
      .prefix { $0 < end }
      .map { day in (day, min(end, day + .day) - max(start, day)) }
  }
}

extension Instant {
  /// The beginning of its day in UTC.
  fileprivate var midnight: Instant {
    let length = Duration.day.milliseconds
    let rest = milliseconds % length
    return Instant(milliseconds: milliseconds - (rest < 0 ? rest + length : rest))
  }
}
