/// A period of a subscription that is about to begin.
struct Term: Sendable {
  let charge: StoreCharge
  let chargedAt: Int64
  let from: Int64
  let until: Int64
  let anchor: Int64
  let periodsSinceAnchor: Int
  let reason: Reason

  enum Reason: String {
    case purchase = "PURCHASE"
    case renewal = "RENEWAL"
  }
}

extension Term {
  /// Creates a term that begins a new count of periods.
  init(
    _ charge: StoreCharge, chargedAt: Int64, from: Int64, by billing: BillingPlan, reason: Reason
  ) {
    if let offer = charge.offer, offer.mode != .payAsYouGo {
      let until = offer.wholePeriod.end(after: from)
      self.init(
        charge: charge, chargedAt: chargedAt, from: from, until: until, anchor: until,
        periodsSinceAnchor: 0, reason: reason)
    } else {
      self.init(
        charge: charge, chargedAt: chargedAt, from: from,
        until: charge.product.period(by: billing).end(after: from), anchor: from,
        periodsSinceAnchor: 1, reason: reason)
    }
  }

  /// Creates the term that follows the subscription's present one without a gap.
  init(after subscription: Subscription, chargedAt: Int64) {
    let (charge, start) = (subscription.nextCharge, subscription.until)
    let period = charge.product.period(by: subscription.billing)
    let isContinued =
      subscription.nextOffer == nil
      && period == subscription.product.period(by: subscription.billing)
    guard isContinued else {
      self.init(
        charge, chargedAt: chargedAt, from: start, by: subscription.billing, reason: .renewal)
      return
    }
    let periods = subscription.periodsSinceAnchor + 1
    self.init(
      charge: charge, chargedAt: chargedAt, from: start,
      until: period.end(after: subscription.anchor, times: periods), anchor: subscription.anchor,
      periodsSinceAnchor: periods, reason: .renewal)
  }
}

extension Product {
  /// Returns the period that one payment covers.
  func period(by billing: BillingPlan) -> CalendarPeriod {
    billing == .monthly ? CalendarPeriod(1, .month) : plan?.period ?? CalendarPeriod(1, .month)
  }
}
