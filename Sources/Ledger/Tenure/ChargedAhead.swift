/// The periods that were charged and have not begun at a moment, and the clock with all of them.
struct ChargedAhead {
  private(set) var clock: ServiceClock
  /// The periods, each with the service before it.
  private(set) var periods: [(period: ServicePeriod, serviceBefore: Duration)] = []

  fileprivate init(after clock: ServiceClock) {
    self.clock = clock
  }

  /// Adds a period. One that ends before another that was charged is no renewal.
  fileprivate mutating func add(_ period: ServicePeriod) {
    let before = clock.service(before: period).counted
    clock.apply(period)
    if clock.last?.transactionID == period.transactionID { periods.append((period, before)) }
  }
}

extension ServiceHistory {
  /// Returns what was charged ahead; nil if no period runs at `moment`. Grace, and the access that Apple's status
  /// adds, count unless the period before stands refunded.
  func chargedAhead(after clock: ServiceClock, at moment: Instant) -> ChargedAhead? {
    guard let last = clock.last, clock.lapse.lastEnd == last.end,
      moment < last.end || moment < last.servedUntil && last.refunds.current(at: moment) == nil
    else { return nil }
    var ahead = ChargedAhead(after: clock)
    for period in periods where period.isChargedAhead(at: moment) { ahead.add(period) }
    return ahead
  }

  /// Returns true if a period runs at `moment`, grace included.
  func isRunning(_ clock: ServiceClock, at moment: Instant) -> Bool {
    chargedAhead(after: clock, at: moment) != nil
  }
}
