extension CustomerTruth {
  /// The paid service of one subscription group since its last restart.
  package struct PaidService: Codable, Equatable, Sendable {
    /// The state of the count of paid time.
    package enum State: String, Codable, Sendable {
      /// No paid time has ever been counted.
      case neverPaid = "none"
      /// Paid time is being counted.
      case accruing
      /// No time is paid for at present; a return would continue the count.
      case paused
      /// The count is reset; a return would begin at zero.
      case lapsed
    }

    /// The paid time of one transaction within one calendar day.
    package struct Day: Codable, Equatable, Sendable {
      /// The day in UTC, such as `2026-01-31`.
      package let day: String
      /// The paid seconds within the day, rounded down.
      package let seconds: Int64
      package let transactionId: String
    }

    /// Apple's commission on a charge, with the reason.
    package struct Rate: Codable, Equatable, Sendable {
      package enum Reason: String, Codable, Sendable {
        case firstYear, afterAYear
      }

      /// The share with two decimals, such as `0.30`.
      package let share: String
      package let reason: Reason
    }

    /// The paid time that a transaction added, and the total before its charge.
    package struct Transaction: Codable, Equatable, Sendable {
      package let transactionId: String
      /// Whole days of `paidSeconds`.
      package let paidDays: Int64
      /// The transaction's own paid time by the moment, rounded down. A restart does not clear it.
      package let paidSeconds: Int64
      /// The total before this period began, rounded down; zero after a restart. Refunds and
      /// reversals after the charge are not taken into account.
      package let secondsBefore: Int64
      /// The commission; absent if nothing was charged.
      package let rate: Rate?
    }

    package let subscriptionGroupId: String
    /// The paid seconds. Milliseconds are summed exactly and rounded down once.
    package let seconds: Int64
    /// The whole days of the exact sum.
    package let daysOfPaidService: Int64
    package let state: State
    /// The end of the last paid period begun since the last restart, without free extensions;
    /// absent if there is none.
    package let paidThrough: Moment?
    /// The last moment at which a return continues the count; absent if no period counts as served.
    package let restartsAt: Moment?
    /// The paid days in order, without those before the last restart.
    package let days: [Day]
    /// The customer's own periods that have begun and are charged by the moment, in order of
    /// beginning. Free periods are included.
    package let transactions: [Transaction]
  }
}
