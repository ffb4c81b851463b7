import Ledger

/// The sums of a purchase by a moment, in milliunits.
struct DebtState: Equatable {
  var billed: Int128 = 0
  var recognized: Int128 = 0
  /// The amount that was given back before it was earned.
  var refunded: Int128 = 0
  /// The amount that is owed.
  var debt: Int128 = 0
}

/// A purchase with a time of service, by everything within a cut.
struct DebtCharge {
  let bought: ModelPurchase
  let same: ModelCoinPurchase
  let price: Int64
  let currency: String
  let span: DebtSpan
  /// The known purchase that replaced the period.
  let replacedAt: Instant?
  /// The moment at which any purchase replaced the period, a known one or not.
  let endsAt: Instant?
  /// The moments at which something was given back or taken back, in their order.
  let changes: [Instant]
  /// Returns the end of a pass of so many units; nil for a subscription.
  let passEnd: ((Int64) -> Instant?)?
  let mutation: DebtMutation?

  /// Returns the sums before a moment: what happens at the moment is not counted, and what was earned until
  /// then is.
  func state(before moment: Instant) -> DebtState {
    guard isCounted(bought.purchase.purchaseDate, before: moment) else { return DebtState() }
    var refunded: Int128 = 0
    var (returned, last): (Int128, Instant?) = (0, nil)
    for change in changes where isCounted(change, before: moment) {
      let now = Int128(returnedPrice(at: change))
      if now > returned {
        let unearned = owed(at: change, after: refunded, since: last)
        if mutation == .returnsEarnedFirst {
          refunded += max(0, now - returned - (Int128(price) - unearned - refunded))
        } else {
          refunded += min(now - returned, unearned)
        }
      }
      refunded = min(refunded, now)
      (returned, last) = (now, change)
    }
    let debt = owed(at: moment, after: refunded, since: last)
    return DebtState(
      billed: Int128(price), recognized: Int128(price) - debt - refunded, refunded: refunded,
      debt: debt)
  }

  private func isCounted(_ event: Instant, before moment: Instant) -> Bool {
    event < moment || mutation == .includesTheEnd && event == moment
  }

  /// Returns the amount that is owed at a moment, if the service stands as at the last change.
  private func owed(at moment: Instant, after refunded: Int128, since change: Instant?) -> Int128 {
    let left = max(0, Int128(price) - span.earned(of: price, by: moment) - refunded)
    guard let change else { return left }
    return isEnded(at: moment, asOf: change) ? 0 : left
  }

  /// Returns true if the service has ended early. A refund of a subscription's period ends it; one of a pass
  /// takes whole units, or of a single one the share of its time from the end.
  private func isEnded(at moment: Instant, asOf change: Instant) -> Bool {
    if let passEnd {
      let returned = returnedPrice(at: change)
      let quantity = Int64(bought.purchase.quantity)
      guard quantity > 1, returned > 0 else { return returned == price }
      let share = same.share(at: change, nil, replacedAt: nil, ModelCoinRules())
      return passEnd(quantity - share.part(of: quantity)).map { $0 <= moment } ?? true
    }
    if let endsAt, endsAt <= change { return true }
    return mutation != .earnsAfterRefund && isRefunded(at: change)
  }

  func isRefunded(at moment: Instant) -> Bool {
    !same.standing(at: moment, replacedAt).isEmpty
  }

  /// Returns the amount that was given back by a moment and not taken back.
  private func returnedPrice(at moment: Instant) -> Int64 {
    same.share(
      at: moment, .prorate, replacedAt: replacedAt, soldFrom: span.start, ModelCoinRules()
    ).part(of: price)
  }
}
