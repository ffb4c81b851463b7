/// How long a customer has paid for service in one subscription group, at a moment.
package struct Tenure: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, Codable {
    /// No paid time yet.
    case none
    /// Paid time covers the moment.
    case accruing
    /// It does not, and a return still keeps what was accrued.
    case paused
    /// The gap has grown too long: nothing is accrued any more.
    case lapsed
  }

  /// One transaction and what it added.
  package struct Transaction: Hashable, Sendable {
    package let transactionID: TransactionID
    /// Paid time up to the moment, in whichever run it was.
    package let paid: Duration
    /// What had accrued when it was charged.
    package let serviceBefore: Duration
    /// Whether an extension may be counted as paid, because its first copy came late.
    package let isUncertain: Bool

    package var paidDays: Int { paid.wholeDays }
  }

  package let subscriptionGroupID: SubscriptionGroupID
  /// Paid time up to the moment since tenure last began at zero, exact.
  package let total: Duration
  package let state: State
  /// The end of paid time that had begun; nil where the present run has none.
  package let paidThrough: Instant?
  /// The last moment at which a return keeps what was accrued; nil while there was no service.
  package let restartsAt: Instant?
  /// The start of the first charged period at the reduced rate in the present run, past or, if the
  /// present plan renews, to come; nil while nothing runs, or a trial's plan is not known.
  package let reducedRateFrom: Instant?
  /// Every transaction begun by the moment, by purchase date.
  package let transactions: [Transaction]
  /// The events this follows from, ascending.
  package let because: [EventID]

  /// Whole days; rounded down once, from the exact total.
  package var daysOfPaidService: Int { total.wholeDays }
}

extension Duration {
  static let day: Duration = .seconds(86_400)

  /// Whole days of 86,400 seconds, rounded down; of no negative duration.
  package var wholeDays: Int { Int(components.seconds / 86_400) }
}
