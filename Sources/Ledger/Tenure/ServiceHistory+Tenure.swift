extension ServiceHistory {
  /// Returns the tenure at `moment` by all facts known now. Refunds and reversals count from their
  /// dates.
  package func evaluate(at moment: Instant) -> Tenure {
    let clock = clock(at: moment)
    let state = clock.state(at: moment)
    return Tenure(
      subscriptionGroupID: subscriptionGroupID,
      total: state == .lapsed ? .zero : clock.total(at: moment),
      state: state,
      paidThrough: clock.run.last?.end,
      restartsAt: clock.lapse.restartsAt,
      reducedRateFrom: reducedRateFrom(clock, state, at: moment),
      transactions: transactions(clock, at: moment),
      because: because(clock, at: moment))
  }

  private func transactions(_ clock: ServiceClock, at moment: Instant) -> [Tenure.Transaction] {
    var paid: [TransactionID: Duration] = [:]
    for interval in clock.intervals where interval.start < moment {
      paid[interval.transactionID, default: .zero] += min(interval.end, moment) - interval.start
    }
    return periods.indices.filter { periods[$0].hasBegun(at: moment) }.map { index in
      let period = periods[index]
      return Tenure.Transaction(
        transactionID: period.transactionID, paid: paid[period.transactionID] ?? .zero,
        serviceBefore: servicesBefore[index], isUncertain: period.isUncertain,
        isOfferUntold: period.isOfferUntold, isRateUncertain: isRateUncertain(of: index))
    }
  }

  /// Returns the start of the first period of the present run at the reduced rate that is not
  /// refunded in full.
  private func reducedRateFrom(
    _ clock: ServiceClock, _ state: Tenure.State, at moment: Instant
  ) -> Instant? {
    guard state != .lapsed else { return nil }
    let restartedAt = clock.restartedAt
    let reduced = zip(periods, servicesBefore).filter { period, before in
      restartedAt.map { $0 <= period.start } ?? true && period.hasBegun(at: moment) && period.isPaid
        && before >= settings.yearOfService
        && !(period.refunds.current(at: moment)?.isFull ?? false)
    }
    return reduced.map(\.0.start).min() ?? reducedRateAhead(clock, at: moment)
  }

  /// Returns the events of the present run, and of the period before it, from which the gap was
  /// measured.
  private func because(_ clock: ServiceClock, at moment: Instant) -> [EventID] {
    let begun = periods.filter { $0.hasBegun(at: moment) }
    let runStart = clock.runStart ?? moment
    let first = begun.firstIndex { $0.start >= runStart } ?? begun.count
    return Set(begun.dropFirst(max(0, first - 1)).flatMap(\.because)).sorted()
  }
}

extension ServiceClock {
  func state(at moment: Instant) -> Tenure.State {
    if run.contains(where: { $0.start <= moment && moment < $0.end }) { return .accruing }
    guard !intervals.isEmpty else { return .none }
    return lapse.restarts(at: moment) ? .lapsed : .paused
  }
}
