extension SubscriptionEventRow {
  private static let returnDaysMax = 60

  /// The number to which the events of the row belong, by Apple's name of the event.
  ///
  /// Nil for a name that is not known, and for events that the ledger does not have: the beginning of
  /// grace, and the end of a retry.
  package var count: SubscriptionCount? {
    let name = event.lowercased()
    if name.hasPrefix("reactivat") {
      return daysCanceled.map { $0 <= Self.returnDaysMax ? .returnedInTime : .returnedLate }
    }
    switch name {
    case "renew": return .renewed
    case "subscribe": return .started
    case "refund": return .refunded
    case "cancel", "canceled from billing grace period", "canceled after renewal extension":
      return .canceled
    default: return Self.countsByPrefix.first { name.hasPrefix($0.prefix) }?.count
    }
  }

  private static let countsByPrefix: [(prefix: String, count: SubscriptionCount)] = [
    ("start ", .started), ("renewal from ", .renewed), ("renewals from ", .renewed),
    ("paid subscription from ", .renewed), ("introductory offer from billing retry", .renewed),
    ("upgrade", .changed), ("downgrade", .changed), ("crossgrade", .changed),
    ("billing retry from ", .enteredRetry),
  ]
}
