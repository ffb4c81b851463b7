/// The days of paid service of a customer in one subscription group at a moment.
package struct Tenure: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, Codable {
    /// No paid time yet.
    case none
    /// Paid time covers the moment.
    case accruing
    /// Paid time does not cover the moment, and a return still keeps the accrued service.
    case paused
    /// The gap has grown too long: the accrued service is lost.
    case lapsed
  }

  /// One transaction and its contribution.
  package struct Transaction: Hashable, Sendable {
    package let transactionID: TransactionID
    /// The paid time up to the moment, in any run.
    package let paid: Duration
    /// The service accrued when the transaction was charged.
    package let serviceBefore: Duration
    /// True if the paid time may include an extension, because the first copy arrived late.
    package let isUncertain: Bool
    /// True if Apple told neither price nor kind of the introductory offer, so that it is only
    /// assumed whether the period was paid.
    package let isOfferUntold: Bool
    /// True if the total before the charge is so near to a year that Apple may have charged it at the
    /// other rate.
    package let isRateUncertain: Bool

    package var paidDays: Int { paid.wholeDays }
  }

  package let subscriptionGroupID: SubscriptionGroupID
  /// The exact paid time up to the moment since the count last began at zero.
  package let total: Duration
  package let state: State
  /// The end of the paid time that had begun; nil if the present run has none.
  package let paidThrough: Instant?
  /// The last moment at which a return keeps the accrued service; nil before the first service.
  package let restartsAt: Instant?
  /// The start of the first charged period at the reduced rate in the present run. The start lies
  /// in the past, or in the future if the present plan renews. Nil while no period runs, or if the
  /// plan of a trial is unknown.
  package let reducedRateFrom: Instant?
  /// The transactions begun by the moment, by purchase date.
  package let transactions: [Transaction]
  /// The events from which the tenure follows, ascending.
  package let because: [EventID]

  /// The whole days, rounded down once from the exact total.
  package var daysOfPaidService: Int { total.wholeDays }
}

extension Duration {
  static let day: Duration = .seconds(86_400)

  /// The whole days of 86,400 seconds, rounded down; for durations that are not negative.
  package var wholeDays: Int { Int(components.seconds / 86_400) }
}
