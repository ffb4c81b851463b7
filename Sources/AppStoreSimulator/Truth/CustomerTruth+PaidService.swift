extension CustomerTruth {
  /// The paid service of one subscription group since its last restart.
  package struct PaidService: Codable, Equatable, Sendable {
    /// Of the clock that counts paid time.
    package enum State: String, Codable, Sendable {
      /// There has never been paid time.
      case neverPaid = "none"
      /// Paid time goes on.
      case accruing
      /// There is none just now, and a return would go on counting.
      case paused
      /// A return would begin at zero; nothing is left.
      case lapsed
    }

    /// The paid time of one transaction within one calendar day.
    package struct Day: Codable, Equatable, Sendable {
      /// In UTC, as `2026-01-31`.
      package let day: String
      /// Rounded down.
      package let seconds: Int64
      package let transactionId: String
    }

    /// What Apple keeps of a charge, and why.
    package struct Rate: Codable, Equatable, Sendable {
      package enum Reason: String, Codable, Sendable {
        case firstYear, afterAYear
      }

      /// Two decimals, as `0.30`.
      package let share: String
      package let reason: Reason
    }

    /// What a transaction added, and what had been added when it was charged for.
    package struct Transaction: Codable, Equatable, Sendable {
      package let transactionId: String
      /// Whole days of `paidSeconds`.
      package let paidDays: Int64
      /// Its own paid time by now, rounded down, kept through restarts.
      package let paidSeconds: Int64
      /// The total before this period began, rounded down, zero after a restart. Refunds and
      /// their reversals are known up to the charge and no further.
      package let secondsBefore: Int64
      /// Absent where nothing was charged.
      package let rate: Rate?
    }

    package let subscriptionGroupId: String
    /// Milliseconds are added up exactly and rounded down once.
    package let seconds: Int64
    /// Whole days, from the exact sum.
    package let daysOfPaidService: Int64
    package let state: State
    /// The end of the last paid period begun since the last restart, gifts left out; absent where
    /// there is none.
    package let paidThrough: Moment?
    /// A return later than this begins at zero; absent where no period has an end of its own.
    package let restartsAt: Moment?
    /// In order; what came before the last restart is left out.
    package let days: [Day]
    /// Every own purchase begun and charged for, in order of beginning, free ones too.
    package let transactions: [Transaction]
  }
}
