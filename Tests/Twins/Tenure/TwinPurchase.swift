import Ledger

/// One transaction, from the list of all copies that were heard of it.
struct TwinPurchase {
  let chain: ChainID
  let transactionID: TransactionID
  /// What was bought, by the newest copy.
  let purchase: Purchase
  /// The newest word on the end of the period; nil where it has none.
  let expiresDate: Instant?
  /// The first word on it: what was added later is an extension.
  let expiresDateAsSold: Instant?
  let isUpgraded: Bool
  private let copies: [TransactionFact]

  init(_ copies: [TransactionFact]) {
    let newest = copies.max { $0.assertion < $1.assertion }!
    chain = newest.chain
    transactionID = newest.transactionID
    purchase = newest.purchase
    expiresDate =
      copies.filter { $0.expiresDate != .silent }.max { $0.assertion < $1.assertion }?
      .expiresDate.value
    expiresDateAsSold =
      copies.filter { $0.expiresDate.value != nil }
      .min { $0.assertion.assertedAt < $1.assertion.assertedAt }?.expiresDate.value
    isUpgraded =
      copies.filter { $0.isUpgraded != nil }.max { $0.assertion < $1.assertion }?.isUpgraded == true
    self.copies = copies
  }

  /// When Apple first said that it was upgraded.
  var upgradeSaid: Instant? {
    copies.filter { $0.isUpgraded == true }.map(\.assertion.assertedAt).min()
  }

  /// Whether Apple said, then or later, that it was not upgraded.
  func stands(after moment: Instant) -> Bool {
    copies.contains { $0.isUpgraded == false && $0.assertion.assertedAt >= moment }
  }

  /// The refund that stood at that moment, whenever it was heard of: the newest word on it, else
  /// one that was dated by then and of which no copy signed by then says that it is gone.
  func revocation(at moment: Instant) -> Revocation? {
    let told = copies.filter { $0.revocation != .silent }.sorted { $0.assertion < $1.assertion }
    let newest = told.last?.revocation.value
    if let newest, newest.date <= moment { return newest }
    let past = copies.filter { copy in
      guard let revocation = copy.revocation.value, revocation.date <= moment else { return false }
      guard let end = reversal(of: copy) ?? newest?.date else { return false }
      return moment < end
    }
    return past.max { $0.assertion.assertedAt < $1.assertion.assertedAt }?.revocation.value
  }

  /// When Apple first said afterwards that this refund is gone.
  private func reversal(of refunded: TransactionFact) -> Instant? {
    copies.filter {
      $0.revocation == .absent && $0.assertion.assertedAt > refunded.assertion.assertedAt
    }.map(\.assertion.assertedAt).min()
  }

  /// Whether the customer gives money for its days.
  var isCharged: Bool {
    purchase.ownership != .familyShared && purchase.price != 0
      && purchase.offer?.discountType != "FREE_TRIAL"
  }
}

extension Revocation {
  /// Of a whole period; `REFUND_PRORATED` and the end of family sharing leave the days before them.
  var isOfAll: Bool { type == nil || type == "REFUND_FULL" }
}
