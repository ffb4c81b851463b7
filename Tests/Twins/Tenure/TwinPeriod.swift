import Ledger

/// Milliseconds from one moment to another, the second left out.
struct TwinSpan {
  var start: Int64
  var end: Int64

  func covers(_ moment: Int64) -> Bool { start <= moment && moment < end }
}

/// One transaction with the dates its days are counted by.
struct TwinPeriod {
  let bought: TwinPurchase
  /// The purchase date, or the end before the grace in which it was charged.
  let start: Int64
  let paidEnd: Int64
  let aliveEnd: Int64

  var purchaseDate: Int64 { bought.purchase.purchaseDate.milliseconds }
  var transactionID: TransactionID { bought.transactionID }

  /// Nothing has begun before it is charged.
  func hasBegun(at moment: Instant) -> Bool { max(start, purchaseDate) <= moment.milliseconds }

  /// What it gave, as it stood at a moment by refunds and reversals; nil where it was refunded in
  /// full: such a period has no end of its own, and so is none.
  func service(at moment: Instant) -> TwinService? {
    let revocation = bought.revocation(at: moment)
    if let revocation, revocation.isOfAll { return nil }
    let cut = revocation?.date.milliseconds ?? .max
    let paid = TwinSpan(start: start, end: min(paidEnd, cut))
    return TwinService(
      transactionID: transactionID, purchaseDate: purchaseDate,
      paid: bought.isCharged ? paid : nil, alive: TwinSpan(start: start, end: min(aliveEnd, cut)))
  }
}

/// What one transaction gave.
struct TwinService {
  let transactionID: TransactionID
  let purchaseDate: Int64
  /// Paid service; nil where nothing was paid.
  let paid: TwinSpan?
  /// Service of any kind.
  let alive: TwinSpan
}

extension TwinChain {
  /// The periods of one group. Only what the customer bought is counted at all (§1.3), what the
  /// family shares is not.
  func periods(of group: SubscriptionGroupID) -> [TwinPeriod] {
    let own = purchases.filter {
      $0.purchase.type == .autoRenewable && $0.purchase.subscriptionGroupID == group
        && $0.purchase.ownership == .purchased
    }
    let anew = own.filter { isBoughtAnew($0, among: own) }.map(\.purchase)
    return own.compactMap { period($0, among: own, anew: anew) }
  }

  private func period(
    _ bought: TwinPurchase, among own: [TwinPurchase], anew: [Purchase]
  ) -> TwinPeriod? {
    guard let expires = bought.expiresDate else { return nil }
    var replaced = replacement(of: bought, expiring: expires, by: anew) ?? expires
    if bought.revocation(at: replaced) != nil { replaced = expires }
    let start = endBeforeGrace(of: bought, among: own) ?? bought.purchase.purchaseDate
    let sold = min(bought.expiresDateAsSold ?? expires, expires)
    let paidEnd = start < bought.purchase.purchaseDate ? onePeriod(bought, sold, from: start) : sold
    return TwinPeriod(
      bought: bought, start: start.milliseconds, paidEnd: min(paidEnd, replaced).milliseconds,
      aliveEnd: min(expires, replaced).milliseconds)
  }

  /// When an upgrade took its place: one subscription of a group is active at a time, and what the
  /// customer buys meanwhile begins at once (§3). Not where Apple said since that the period
  /// stands.
  private func replacement(
    of bought: TwinPurchase, expiring expires: Instant, by anew: [Purchase]
  ) -> Instant? {
    let later = anew.filter { $0.purchaseDate > bought.purchase.purchaseDate }
    if bought.isUpgraded { return upgrade(of: bought, by: later) }
    return later.first {
      $0.reason == "PURCHASE" && $0.purchaseDate < expires && !bought.stands(after: $0.purchaseDate)
    }?.purchaseDate
  }

  /// Where the upgrade itself was not heard of, the rules name no moment; it had happened by the
  /// time Apple first spoke of it.
  private func upgrade(of bought: TwinPurchase, by later: [Purchase]) -> Instant? {
    guard let said = bought.upgradeSaid else { return nil }
    return min(said, later.first?.purchaseDate ?? said)
  }

  /// Not by a renewal. A receipt does not say; there a period that begins where another ended is
  /// one.
  private func isBoughtAnew(_ bought: TwinPurchase, among own: [TwinPurchase]) -> Bool {
    if let reason = bought.purchase.reason { return reason != "RENEWAL" }
    return !own.contains { $0.expiresDate == bought.purchase.purchaseDate }
  }

  /// The end of the period before, if the charge succeeded within its grace. What the customer
  /// bought anew is no recovery.
  private func endBeforeGrace(of bought: TwinPurchase, among own: [TwinPurchase]) -> Instant? {
    let charge = bought.purchase.purchaseDate
    let previous = own.last { $0.purchase.purchaseDate < charge }
    guard bought.purchase.reason != "PURCHASE", let previous else { return nil }
    return endBeforeGrace(after: previous, covering: charge)
  }

  /// A recovery counts at most one nominal period. That is the length from the charge to the end,
  /// where this is a week or whole months and the length from the old end is not.
  private func onePeriod(_ bought: TwinPurchase, _ sold: Instant, from start: Instant) -> Instant {
    let charge = bought.purchase.purchaseDate
    guard isWhole(from: charge, to: sold), !isWhole(from: start, to: sold) else { return sold }
    return start + (sold - charge)
  }

  private func isWhole(from start: Instant, to end: Instant) -> Bool {
    let day = CalendarDay(of: start.milliseconds)
    let time = start.milliseconds - day.start
    let ends = [1, 2, 3, 6, 12].map { day.later(by: $0, on: day.day).start + time }
    return ([start.milliseconds + 7 * CalendarDay.length] + ends).contains(end.milliseconds)
  }
}
