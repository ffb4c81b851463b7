/// The later changes of a transaction: refunds, extension, replacement and the end of sharing.
struct Fate {
  /// A refund or the reversal of a refund.
  struct Decision {
    let at: Int64
    let outcome: Outcome

    enum Outcome {
      /// The refunded share of the price in thousandths of a percent; nil for that of the time left.
      case refund(share: Int64?)
      case reversal
    }
  }

  struct Refund {
    /// The share of a whole refund in thousandths of a percent.
    static let wholeShare: Int64 = 100_000

    let at: Int64
    /// The share in thousandths of a percent; nil for that of the time left of a period, which is all of
    /// what has no time.
    let share: Int64?

    var isFull: Bool { share.map { $0 >= Self.wholeShare } ?? false }
    /// The share of a purchase without a time of its own.
    var shareWithoutTime: Int64 { share ?? Self.wholeShare }
  }

  /// The refunds and reversals in order.
  var decisions: [Decision] = []
  var extendedUntil: Int64?
  var replacedAt: Int64?
  var unsharedAt: Int64?

  /// Returns the refund in force at the moment; nil if there is none.
  func refund(at moment: Int64) -> Refund? {
    guard let last = decisions.last(where: { $0.at <= moment }),
      case .refund(let share) = last.outcome
    else { return nil }
    return Refund(at: last.at, share: share)
  }

  /// Returns true if the customer has lost the purchase, because it was refunded or is no longer
  /// shared.
  func isWithdrawn(at moment: Int64) -> Bool {
    unsharedAt != nil || refund(at: moment) != nil
  }
}
