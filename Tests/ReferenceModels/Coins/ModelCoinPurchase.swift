import Ledger

/// A transaction as grants see it, from the list of all copies of trust 1 and 2.
struct ModelCoinPurchase {
  let transactionID: TransactionID
  /// The purchase by the newest copy.
  let purchase: Purchase
  let copies: [TransactionFact]
  /// The transactions that are this period, if there are several.
  let twins: [ModelCoinPurchase]

  init(_ copies: [TransactionFact]) {
    let newest = copies.max { $0.assertion < $1.assertion }!
    transactionID = newest.transactionID
    purchase = copies.toldPurchase
    self.copies = copies
    twins = []
  }

  /// Creates the one purchase that several transactions with one line item are.
  init(twins: [ModelCoinPurchase]) {
    let first = twins.min {
      ($0.purchase.purchaseDate, $0.transactionID) < ($1.purchase.purchaseDate, $1.transactionID)
    }!
    copies = twins.flatMap(\.copies)
    var purchase = copies.toldPurchase
    purchase.purchaseDate = first.purchase.purchaseDate
    (purchase.price, purchase.currency) = (first.purchase.price, first.purchase.currency)
    purchase.appAccountToken = first.purchase.appAccountToken
    transactionID = first.transactionID
    self.purchase = purchase
    self.twins = twins
  }

  /// The line item of a subscription period, by the newest copy; nil if Apple did not tell it.
  var lineItem: String? {
    guard purchase.type == .autoRenewable, let item = purchase.webOrderLineItemID else {
      return nil
    }
    return item == "" || item == "0" ? nil : item
  }

  func isSame(as id: TransactionID) -> Bool {
    transactionID == id || twins.contains { $0.transactionID == id }
  }

  var isOwn: Bool { purchase.ownership == .purchased }

  /// True for a period of a subscription that cost nothing.
  var isFree: Bool {
    purchase.type == .autoRenewable
      && (purchase.offer?.discountType == "FREE_TRIAL" || purchase.price == 0)
  }

  /// True for an introductory offer of which Apple told neither price nor kind.
  var isOfUntoldOffer: Bool {
    purchase.type == .autoRenewable && purchase.offer?.type == 1
      && purchase.offer?.discountType == nil && purchase.price == nil
  }

  /// The end as sold, by the first copy that tells one.
  var soldEnd: Instant? {
    copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }?.expiresDate.value
  }

  /// The moment at which Apple first said that the period was upgraded.
  var upgradeSaid: Instant? {
    copies.filter { $0.isUpgraded == true }.map(\.assertion.assertedAt).min()
  }

  /// The length as sold, by the first copy that tells an end.
  var length: ModelLength? {
    let first = copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }
    return first?.expiresDate.value.map {
      ModelLength($0.milliseconds - purchase.purchaseDate.milliseconds)
    }
  }

  var expiresDate: Instant? {
    copies.filter { $0.expiresDate != .silent }.max { $0.assertion < $1.assertion }?
      .expiresDate.value
  }

  var isUpgraded: Bool {
    copies.filter { $0.isUpgraded != nil }.max { $0.assertion < $1.assertion }?.isUpgraded == true
  }

  /// Returns true if the transaction was first asserted by then.
  func isKnown(by moment: Instant) -> Bool {
    copies.contains { $0.expiresDate.value != nil && $0.assertion.assertedAt <= moment }
  }

  func isSaidToStand(since moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }
}

extension ModelCoinPurchase {
  private struct Refund {
    let date: Instant
    let details: Revocation
    let reversedAt: Instant?
  }

  /// Returns the part of an amount that is gone at a moment.
  func takenBack(
    of amount: Int64, since cutOver: Instant = Instant(milliseconds: .min), at moment: Instant,
    _ rules: ModelCoinRules
  ) -> Int64 {
    guard let refund = refund(at: moment), refund.date >= cutOver,
      !isUpgraded || refund.type == "REFUND_FULL"
    else {
      return 0
    }
    guard let percentage = refund.percentage else { return amount }
    let share = Int128(amount) * Int128(max(0, min(percentage, 100_000)))
    return Int64((share + (rules.roundsToNearest ? 50_000 : 0)) / 100_000)
  }

  /// Returns true if all coins are taken back at a moment.
  func isFullyRefunded(at moment: Instant) -> Bool {
    refund(at: moment).map { $0.percentage ?? 100_000 >= 100_000 } ?? false
  }

  /// Returns the last refund dated by then that was not reversed by then.
  private func refund(at moment: Instant) -> Revocation? {
    refunds.filter { refund in
      refund.date <= moment && refund.reversedAt.map { moment < $0 } ?? true
    }.max { $0.date < $1.date }?.details
  }

  /// The refunds, one for each date. The refund of the newest assertion was not reversed.
  private var refunds: [Refund] {
    guard twins.isEmpty else { return twins.flatMap(\.refunds) }
    let told = Dictionary(grouping: copies.filter { $0.revocation.value != nil }) {
      $0.revocation.value!.date
    }
    let newest = copies.filter { $0.revocation != .silent }.max { $0.assertion < $1.assertion }
    let status = newest?.revocation.value?.date
    return told.map { date, copies in
      let first = copies.map(\.assertion.assertedAt).min()!
      let newest = copies.max { $0.assertion < $1.assertion }!
      let isSigned = newest.assertion.trust == .signed
      let reversals = self.copies.filter {
        $0.revocation == .absent && $0.assertion.assertedAt > first
          && (!isSigned || $0.assertion.trust == .signed)
      }
      return Refund(
        date: date, details: newest.revocation.value!,
        reversedAt: date == status ? nil : reversals.map(\.assertion.assertedAt).min())
    }
  }
}
