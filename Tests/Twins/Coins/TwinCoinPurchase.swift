import Ledger

/// One transaction as grants see it, from the list of all copies of trust 1 and 2.
struct TwinCoinPurchase {
  let transactionID: TransactionID
  /// By the newest copy.
  let purchase: Purchase
  let copies: [TransactionFact]

  init(_ copies: [TransactionFact]) {
    let newest = copies.max { $0.assertion < $1.assertion }!
    transactionID = newest.transactionID
    purchase = newest.purchase
    self.copies = copies
  }

  var isOwn: Bool { purchase.ownership == .purchased }

  /// A period of a subscription that cost nothing.
  var isFree: Bool {
    purchase.type == .autoRenewable
      && (purchase.offer?.discountType == "FREE_TRIAL" || purchase.price == 0)
  }

  var expiresDate: Instant? {
    copies.filter { $0.expiresDate != .silent }.max { $0.assertion < $1.assertion }?
      .expiresDate.value
  }

  var isUpgraded: Bool {
    copies.filter { $0.isUpgraded != nil }.max { $0.assertion < $1.assertion }?.isUpgraded == true
  }

  /// Whether it was first heard of by then.
  func isKnown(by moment: Instant) -> Bool {
    copies.contains { $0.expiresDate.value != nil && $0.assertion.assertedAt <= moment }
  }

  func isSaidToStand(since moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }
}

extension TwinCoinPurchase {
  private struct Refund {
    let date: Instant
    let details: Revocation
    let reversedAt: Instant?
  }

  /// How much of an amount is gone at a moment.
  func takenBack(of amount: Int64, at moment: Instant, _ rules: TwinCoinRules) -> Int64 {
    guard let refund = refund(at: moment) else { return 0 }
    guard let percentage = refund.percentage else { return amount }
    let share = Int128(amount) * Int128(max(0, min(percentage, 100_000)))
    return Int64(rules.roundsDown ? share / 100_000 : (share + 99_999) / 100_000)
  }

  /// Of the refunds dated by then that were not reversed by then the last.
  private func refund(at moment: Instant) -> Revocation? {
    refunds.filter { refund in
      refund.date <= moment && refund.reversedAt.map { moment < $0 } ?? true
    }.max { $0.date < $1.date }?.details
  }

  /// By their dates. The one that the newest word tells was not reversed.
  private var refunds: [Refund] {
    let told = Dictionary(grouping: copies.filter { $0.revocation.value != nil }) {
      $0.revocation.value!.date
    }
    let newest = copies.filter { $0.revocation != .silent }.max { $0.assertion < $1.assertion }
    let standing = newest?.revocation.value?.date
    return told.map { date, copies in
      let first = copies.map(\.assertion.assertedAt).min()!
      let newest = copies.max { $0.assertion < $1.assertion }!
      let reversals = self.copies.filter {
        $0.revocation == .absent && $0.assertion.assertedAt > first
      }
      return Refund(
        date: date, details: newest.revocation.value!,
        reversedAt: date == standing ? nil : reversals.map(\.assertion.assertedAt).min())
    }
  }
}
