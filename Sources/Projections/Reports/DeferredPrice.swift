import Ledger

/// One price that is earned over a time of service, with what was given back of it.
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

  /// A change of the price, or of what was given back of it.
  private struct Change {
    let kind: JournalEntry.Kind
    let price: Int64
    let moment: Instant
    let bookedAt: Instant
  }

  let heading: Heading
  private var changes: [Change] = []

  init(_ heading: Heading) {
    self.heading = heading
  }

  /// - Parameters:
  ///   - moment: the moment to which the amount belongs.
  ///   - booked: the moment from which the books have it.
  mutating func add(
    _ price: Int64, _ kind: JournalEntry.Kind, at moment: Instant, bookedAt booked: Instant
  ) {
    changes.append(Change(kind: kind, price: price, moment: moment, bookedAt: booked))
  }

  /// Returns the parts of the price just before a moment, by what was booked until then.
  func position(before moment: Instant) -> RevenuePosition {
    var price: Int64 = 0
    var returns: [Instant: Int64] = [:]
    for change in changes where change.bookedAt < moment {
      switch change.kind {
      case .charge: price += change.price
      case .refund, .upgrade: returns[change.moment, default: 0] += change.price
      case .reversal: returns[change.moment, default: 0] -= change.price
      }
    }
    var returned: Int64 = 0
    let steps = returns.sorted { $0.key < $1.key }.map { moment, change in
      returned += change
      return RevenueCourse.Step(moment: moment, returned: returned)
    }
    return RevenueCourse(price: price, over: heading.service, steps: steps)
      .position(before: moment)
  }
}
