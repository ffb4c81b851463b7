package import Ledger

/// The days of which Apple's files tell what was sold.
package struct ToldDays: Sendable {
  /// The days with a sales file, which tells everything.
  package var all: Set<CivilDate>
  /// The days with a file of subscribers alone, which tells subscriptions, but not which purchases are new.
  package var subscriptions: Set<CivilDate>

  package init(all: Set<CivilDate> = [], subscriptions: Set<CivilDate> = []) {
    self.all = all
    self.subscriptions = subscriptions
  }

  /// Returns true if files tell the subscriptions of a day.
  func tellSubscriptions(of day: CivilDate) -> Bool {
    all.contains(day) || subscriptions.contains(day)
  }

  /// Returns true if files of the day would tell these sales of the ledger.
  func tell(_ sold: Sold, of day: CivilDate) -> Bool {
    let isSubscription = sold.parts.keys.contains { $0.subscription != nil }
    return isSubscription ? tellSubscriptions(of: day) : all.contains(day)
  }
}
