import Ledger

/// The closes of one app in one environment, in their order.
struct ModelCloses {
  let closes: [ModelClose]

  /// Returns the number of closes that do not count an event: the position of the event is not within their cut.
  func passed(by event: EventID) -> Int {
    closes.count { !$0.cut.holds(event) }
  }

  /// Returns the moment at which a change by an event is booked: its own, or the first open day. Everything
  /// before the end of the last close that does not count the event is closed, also what no close named.
  func booking(of moment: Instant, by event: EventID) -> Instant {
    guard let last = closes.last(where: { !$0.cut.holds(event) }) else { return moment }
    return max(moment, last.to)
  }
}

extension Position {
  /// Returns true if the position of an event is within this one.
  func holds(_ event: EventID) -> Bool { event.position <= lanes[event.lane] ?? 0 }
}
