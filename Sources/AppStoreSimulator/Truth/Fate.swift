/// The later changes of a transaction: refunds, extension, replacement and the end of sharing.
struct Fate {
  /// A refund, or the reversal of a refund if `share` is nil.
  struct Decision {
    let at: Int64
    /// The refunded share of the price in thousandths of a percent; nil for a reversal.
    let share: Int64?
  }

  struct Refund {
    let at: Int64
    let share: Int64

    var isFull: Bool { share >= 100_000 }
  }

  /// The refunds and reversals in order.
  var decisions: [Decision] = []
  var extendedUntil: Int64?
  var replacedAt: Int64?
  var unsharedAt: Int64?

  /// Returns the refund in force at the moment; nil if there is none.
  func refund(at moment: Int64) -> Refund? {
    guard let last = decisions.last(where: { $0.at <= moment }), let share = last.share else {
      return nil
    }
    return Refund(at: last.at, share: share)
  }

  /// Returns true if the customer has lost the purchase, because it was refunded or is no longer
  /// shared.
  func isWithdrawn(at moment: Int64) -> Bool {
    unsharedAt != nil || refund(at: moment) != nil
  }
}
