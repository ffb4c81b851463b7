/// What became of a transaction after it was made.
struct Fate {
  /// A refund, or where `share` is nil the undoing of one.
  struct Decision {
    let at: Int64
    /// Thousandths of a percent of the price.
    let share: Int64?
  }

  struct Refund {
    let at: Int64
    let share: Int64

    var isFull: Bool { share >= 100_000 }
  }

  /// In order.
  var decisions: [Decision] = []
  var extendedUntil: Int64?
  var replacedAt: Int64?
  var unsharedAt: Int64?

  /// The refund that stands at that moment.
  func refund(at moment: Int64) -> Refund? {
    guard let last = decisions.last(where: { $0.at <= moment }), let share = last.share else {
      return nil
    }
    return Refund(at: last.at, share: share)
  }

  /// Whether the customer has it no longer, because it was refunded or is not shared any more.
  func isWithdrawn(at moment: Int64) -> Bool {
    unsharedAt != nil || refund(at: moment) != nil
  }
}
