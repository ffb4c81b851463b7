/// An option of a request for a report, by its name in a query.
package enum ReportOption: String, CaseIterable, Sendable {
  case from, to, period, calendar, by, format
  case lapsing, endsWithin, uncertain, subscriptions
}

/// A list that a report shows in place of its figures.
package enum ReportList: Hashable, Sendable {
  /// The customers who will lose their tenure within so many days.
  case lapsing(withinDays: Int)
  /// The customers with service that ends within so many days because renewals are switched off.
  case ending(withinDays: Int)
  /// The charges with an uncertain rate or uncertain days.
  case uncertain
  /// The comparison of subscriptions with Apple's files.
  case subscriptions

  package var option: ReportOption {
    switch self {
    case .lapsing: .lapsing
    case .ending: .endsWithin
    case .uncertain: .uncertain
    case .subscriptions: .subscriptions
    }
  }
}
