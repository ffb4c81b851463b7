/// One period of an auto-renewable subscription, and when its service ends.
package struct SubscriptionPeriod: Hashable, Sendable {
  package let transaction: TransactionState
  /// As asserted last, extensions included.
  package let expiresDate: Instant
  /// The least of expiry, revocation, and the purchase that replaced an upgraded period.
  package let end: Instant

  package var start: Instant { transaction.purchase.purchaseDate }

  /// Whether it ran, or will run, to its expiry: neither refunded in time nor upgraded away.
  package var endsByExpiry: Bool { end == expiresDate }

  /// The period of one of `transactions`, all of one chain in order; nil without a known expiry.
  init?(_ transaction: TransactionState, among transactions: [TransactionState]) {
    guard let expiresDate = transaction.expiresDate else { return nil }
    self.transaction = transaction
    self.expiresDate = expiresDate
    let replacedAt = transaction.replacedAt(among: transactions)
    let ends = [expiresDate, transaction.revocation?.date, replacedAt].compactMap(\.self)
    end = max(transaction.purchase.purchaseDate, ends.min() ?? expiresDate)
  }
}

extension TransactionState {
  /// The purchase of what replaced this by an upgrade; nil where nothing did.
  ///
  /// A renewal signed ahead may be upgraded away before it begins: it then ends as it starts. Where
  /// the replacement is not known, the upgrade had happened by the time Apple asserted it.
  fileprivate func replacedAt(among transactions: [TransactionState]) -> Instant? {
    let others = transactions.filter { $0.purchase.ownership == purchase.ownership }
    guard isUpgraded else { return supersededAt(by: others) }
    if let successor = others.first(where: { $0.order > order }) {
      return successor.purchase.purchaseDate
    }
    let start = purchase.purchaseDate
    let isReplacedBefore = others.contains { other in
      !other.isUpgraded && (other.expiresDate.map { $0 > start } ?? false)
    }
    return isReplacedBefore ? start : newestUpgrade?.assertion.assertedAt
  }

  /// A customer has one subscription of a group at a time: what was bought within this period took its
  /// place, even if the copy that says so never came. Apple sends no notice of the old period.
  private func supersededAt(by others: [TransactionState]) -> Instant? {
    guard let expiresDate else { return nil }
    return others.first { other in
      let start = other.purchase.purchaseDate
      return other.purchase.reason == "PURCHASE" && purchase.purchaseDate < start
        && start < expiresDate
    }?.purchase.purchaseDate
  }
}
