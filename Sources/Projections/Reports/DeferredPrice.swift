import Ledger

/// One price that is earned over a time of service, with what was given back of it: as it is known now,
/// and as the time before was closed with it.
struct DeferredPrice {
  /// Everything by which prices are told apart. One purchase has two, if it was booked under another
  /// product or time before.
  struct Heading: Hashable {
    let transactionID: TransactionID
    let productID: ProductID
    let subscriptionGroupID: SubscriptionGroupID?
    let storefront: String?
    let currency: String
    let service: ServiceSpan
  }

  private struct Amounts {
    var price: Int64 = 0
    /// The changes of what was given back, at their moments.
    var changes: [Instant: Int64] = [:]

    mutating func add(_ price: Int64, _ kind: JournalEntry.Kind, at moment: Instant) {
      switch kind {
      case .charge: self.price += price
      case .refund, .upgrade: changes[moment, default: 0] += price
      case .reversal: changes[moment, default: 0] -= price
      }
    }

    func course(over service: ServiceSpan) -> RevenueCourse {
      var returned: Int64 = 0
      let steps = changes.sorted { $0.key < $1.key }.map { moment, change in
        returned += change
        return RevenueCourse.Step(moment: moment, returned: returned)
      }
      return RevenueCourse(price: price, over: service, steps: steps)
    }
  }

  let heading: Heading
  private var known = Amounts()
  private var closed = Amounts()

  init(_ heading: Heading) {
    self.heading = heading
  }

  /// - Parameter isEarly: true if the time before counted the amount.
  mutating func add(
    _ price: Int64, _ kind: JournalEntry.Kind, at moment: Instant, isEarly: Bool
  ) {
    known.add(price, kind, at: moment)
    if isEarly { closed.add(price, kind, at: moment) }
  }

  /// Returns the parts of the price at the beginning of a time, by what the time before counted.
  func opening(at moment: Instant) -> RevenuePosition {
    closed.course(over: heading.service).position(before: moment)
  }

  /// Returns the parts of the price at the end of a time.
  func closing(at moment: Instant) -> RevenuePosition {
    known.course(over: heading.service).position(before: moment)
  }
}
