import Ledger

/// The milliseconds from one moment to another, without the second.
struct ModelSpan {
  var start: Int64
  var end: Int64

  func covers(_ moment: Int64) -> Bool { start <= moment && moment < end }
}

/// A transaction with the dates by which its days are counted.
struct ModelPeriod {
  let bought: ModelPurchase
  /// The purchase date, or the end before the grace period in which the charge succeeded.
  let start: Int64
  let paidEnd: Int64
  let aliveEnd: Int64
  /// The purchase date of the known purchase that replaced the period.
  let replacedAt: Instant?
  /// The moment from which a later period of the chain ran on, begun no later than this one's end;
  /// nil if there is none.
  var ranOnFrom: Int64?

  var purchaseDate: Int64 { bought.purchase.purchaseDate.milliseconds }
  var transactionID: TransactionID { bought.transactionID }

  /// Returns true if the period has begun. No period begins before its charge.
  func hasBegun(at moment: Instant) -> Bool { max(start, purchaseDate) <= moment.milliseconds }

  /// Returns the service as it stood at a moment after refunds and reversals. A full refund leaves
  /// no paid day. The period is alive until its end if it was refunded after that, until the refund
  /// if a later period ran on, and otherwise not at all: returns nil.
  func service(at moment: Instant) -> ModelService? {
    let revocation = bought.revocation(at: moment)
    if let revocation, revocation.isOfAll {
      let date = revocation.date.milliseconds
      let ranOn = ranOnFrom.map { $0 <= moment.milliseconds && start < date } ?? false
      guard date >= aliveEnd || ranOn else { return nil }
      return ModelService(
        transactionID: transactionID, purchaseDate: purchaseDate, paid: nil,
        alive: ModelSpan(start: start, end: min(aliveEnd, date)))
    }
    let cut = revocation?.date.milliseconds ?? .max
    let paid = ModelSpan(start: start, end: min(paidEnd, cut))
    return ModelService(
      transactionID: transactionID, purchaseDate: purchaseDate,
      paid: bought.isCharged ? paid : nil, alive: ModelSpan(start: start, end: min(aliveEnd, cut)))
  }
}

/// The service of one transaction.
struct ModelService {
  let transactionID: TransactionID
  let purchaseDate: Int64
  /// The paid service, or nil if nothing was paid.
  let paid: ModelSpan?
  /// The service of any kind.
  let alive: ModelSpan
}

extension ModelChain {
  func periods(of group: SubscriptionGroupID) -> [ModelPeriod] {
    periods.filter { $0.bought.purchase.subscriptionGroupID == group }
  }

  /// Returns the periods of one group by their dates. Only the customer's own purchases count (§1.3), not what
  /// the family shares.
  func countedPeriods(of group: SubscriptionGroupID) -> [ModelPeriod] {
    let own = ModelMilliseconds.completed(
      purchases.filter {
        $0.purchase.type == .autoRenewable && $0.purchase.subscriptionGroupID == group
          && $0.purchase.ownership == .purchased
      })
    let anew = own.filter { isBoughtAnew($0, among: own) }.map(\.purchase)
    let periods = own.compactMap { period($0, among: own, anew: anew) }
    return periods.map { period in
      var period = period
      period.ranOnFrom =
        periods.filter { $0.purchaseDate > period.purchaseDate && $0.start <= period.aliveEnd }
        .map { max($0.start, $0.purchaseDate) }.min()
      return period
    }
  }

  private func period(
    _ bought: ModelPurchase, among own: [ModelPurchase], anew: [Purchase]
  ) -> ModelPeriod? {
    guard let expires = bought.expiresDate else { return nil }
    let replacement = replacement(of: bought, expiring: expires, by: anew)
    let replaced = replacement ?? unknownUpgrade(of: bought, beside: anew) ?? expires
    let start = endBeforeGrace(of: bought, among: own) ?? bought.purchase.purchaseDate
    let sold = min(bought.expiresDateAsSold ?? expires, expires)
    let paidEnd = start < bought.purchase.purchaseDate ? onePeriod(bought, sold, from: start) : sold
    return ModelPeriod(
      bought: bought, start: start.milliseconds, paidEnd: min(paidEnd, replaced).milliseconds,
      aliveEnd: min(expires, replaced).milliseconds, replacedAt: replacement)
  }

  /// Returns the moment at which a known purchase replaced the period: one subscription of a group is
  /// active at a time, and a purchase meanwhile begins at once (§3). Nothing replaces a period that stood
  /// refunded, or of which Apple has said since that it stands.
  private func replacement(
    of bought: ModelPurchase, expiring expires: Instant, by anew: [Purchase]
  ) -> Instant? {
    let said = bought.upgradeSaid
    let later = anew.filter { other in
      let date = other.purchaseDate
      guard bought.purchase.purchaseDate < date else { return false }
      if bought.isUpgraded { return said.map { date <= $0 } ?? false }
      return other.reason == "PURCHASE" && date < expires && !bought.stands(after: date)
    }
    return later.map(\.purchaseDate).first { date in
      !settings.refundsPreventReplacement || bought.revocation(at: date) == nil
    }
  }

  /// Returns the moment of an upgrade to an unknown purchase: that of the revocation, else the one by which
  /// Apple first asserted the upgrade.
  private func unknownUpgrade(
    of bought: ModelPurchase, beside anew: [Purchase]
  ) -> Instant? {
    guard bought.isUpgraded, let said = bought.upgradeSaid,
      !anew.contains(where: {
        bought.purchase.purchaseDate < $0.purchaseDate && $0.purchaseDate <= said
      })
    else { return nil }
    let moment =
      bought.newestRevocation.flatMap { $0.type == "REFUND_FULL" ? nil : $0.date } ?? said
    return bought.revocation(at: moment) == nil ? moment : nil
  }

  /// Returns true if the purchase is no renewal. A receipt does not say; there a period that begins
  /// when another ended is a renewal.
  private func isBoughtAnew(_ bought: ModelPurchase, among own: [ModelPurchase]) -> Bool {
    if let reason = bought.purchase.reason { return reason != "RENEWAL" }
    return !own.contains { $0.expiresDate == bought.purchase.purchaseDate }
  }

  /// Returns the end of the period before, if the charge succeeded within its grace. A new purchase
  /// by the customer is no recovery.
  private func endBeforeGrace(of bought: ModelPurchase, among own: [ModelPurchase]) -> Instant? {
    let charge = bought.purchase.purchaseDate
    // Of two charges of one moment the first recovers the grace.
    let previous = own.last {
      ($0.purchase.purchaseDate, $0.transactionID) < (charge, bought.transactionID)
    }
    guard bought.purchase.reason != "PURCHASE", let previous else { return nil }
    return endBeforeGrace(after: previous, covering: charge)
  }

  /// Returns the end of a recovery's paid time, which is at most one nominal period: the length
  /// from the charge to the end, if this is a week or whole months and the length from the old end
  /// is not.
  private func onePeriod(_ bought: ModelPurchase, _ sold: Instant, from start: Instant) -> Instant {
    let charge = bought.purchase.purchaseDate
    return isAnew(bought, sold, from: start) ? start + (sold - charge) : sold
  }

  /// Returns the period of a purchase; nil if it is none of the customer's own.
  func period(of bought: ModelPurchase) -> ModelPeriod? {
    periods.first { $0.transactionID == bought.transactionID }
  }

  /// Returns the moment from which the period was sold: the charge, or the old end for a recovery that
  /// kept the day of renewal.
  func soldFrom(_ bought: ModelPurchase) -> Instant {
    let charge = bought.purchase.purchaseDate
    guard let sold = bought.expiresDateAsSold, let period = period(of: bought) else {
      return charge
    }
    let start = Instant(milliseconds: period.start)
    return isAnew(bought, sold, from: start) ? charge : start
  }

  /// Returns true if a recovery began a whole period on the day of the charge.
  private func isAnew(_ bought: ModelPurchase, _ sold: Instant, from start: Instant) -> Bool {
    ModelLength.isSold(from: bought.purchase.purchaseDate, to: sold)
      && !ModelLength.isSold(from: start, to: sold)
  }
}
