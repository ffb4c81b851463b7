/// The statuses that Apple told of one chain beside its renewals.
///
/// A renewal without a status beside it says nothing here. Only sources of trust 1 and 2 are kept, because a
/// grace by status counts in days of service and in reports.
package struct StatusHistory: Hashable, Sendable, Codable {
  /// The tellings by renewal date, an unknown one first, then by status.
  package private(set) var tellings: [StatusTelling]

  init?(_ fact: RenewalFact, by event: EventID) {
    guard let status = fact.status, fact.assertion.trust >= GraceHistory.trustMin else {
      return nil
    }
    tellings = [
      StatusTelling(status, fact.plan.renewalDate, given: Sighting(fact.assertion, by: event))
    ]
  }

  mutating func merge(_ other: StatusHistory) {
    for telling in other.tellings {
      let index = tellings.firstIndex { $0.order >= telling.order } ?? tellings.endIndex
      if index < tellings.endIndex, tellings[index].key == telling.key {
        tellings[index].merge(telling)
      } else {
        tellings.insert(telling, at: index)
      }
    }
  }

  /// Returns the moment at which Apple first told otherwise after the last assertion of a status; nil if
  /// Apple never did.
  func end(of telling: StatusTelling) -> Instant? {
    tellings.filter { $0.contradicts(telling) }
      .compactMap { $0.moments.first(after: telling.lastAssertedAt) }.min()
  }

  /// The grace periods by status, by the end that they follow. Those without a renewal date come first: they
  /// follow the period that had begun when Apple told them, one for each moment at which it did.
  ///
  /// - Parameter newest: the status that Apple told last.
  func graces(newest: Register<RenewalStatus>?) -> [GracePeriod] {
    tellings.filter { $0.status == .grace }.flatMap { telling -> [GracePeriod] in
      guard let date = telling.renewalDate else { return undatedGraces(of: telling, newest) }
      return [GracePeriod(byStatusAfter: date, given: telling.given, endedAt: end(of: telling))]
    }
  }

  /// Returns the graces of a status without a renewal date. The events of the first telling and of the newest
  /// status are kept; between them the moments alone are.
  private func undatedGraces(
    of telling: StatusTelling, _ newest: Register<RenewalStatus>?
  ) -> [GracePeriod] {
    let others = tellings.filter { $0.contradicts(telling) }.map(\.moments)
    return telling.moments.kept.map { moment in
      var event: EventID?
      if moment == telling.given.assertedAt {
        event = telling.given.event
      } else if let newest, newest.value == .grace, newest.assertion.assertedAt == moment {
        event = newest.event
      }
      return GracePeriod(
        byStatusAfter: nil,
        given: Sighting(assertedAt: moment, event: event ?? telling.given.event),
        endedAt: others.compactMap { $0.first(after: moment) }.min(), isEventKept: event != nil)
    }
  }
}

/// A status with the renewal date beside it, and the moments at which Apple told both.
package struct StatusTelling: Hashable, Sendable, Codable {
  package let status: RenewalStatus
  package let renewalDate: Instant?
  /// The first assertion: its time and its event.
  package private(set) var given: Sighting
  package private(set) var moments: Moments

  fileprivate init(_ status: RenewalStatus, _ renewalDate: Instant?, given: Sighting) {
    self.status = status
    self.renewalDate = renewalDate
    self.given = given
    moments = Moments(given.assertedAt)
  }

  package var lastAssertedAt: Instant { moments.kept.last ?? given.assertedAt }

  fileprivate struct Key: Hashable {
    let status: RenewalStatus
    let renewalDate: Instant?
  }

  fileprivate var key: Key { Key(status: status, renewalDate: renewalDate) }

  fileprivate var order: (Instant, Int32) { (renewalDate.orPast, status.rawValue) }

  fileprivate mutating func merge(_ other: StatusTelling) {
    given = min(given, other.given)
    moments.merge(other.moments)
  }

  /// Returns true if this status, told later, ends the other one. The same status with a later renewal date
  /// goes on with it, but a grace follows one end alone.
  fileprivate func contradicts(_ other: StatusTelling) -> Bool {
    guard status == other.status else { return true }
    guard let renewalDate, let otherDate = other.renewalDate else { return false }
    return status == .grace ? renewalDate != otherDate : renewalDate < otherDate
  }
}
