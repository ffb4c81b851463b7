/// One period of an auto-renewable subscription, and when its service ends.
package struct SubscriptionPeriod: Hashable, Sendable {
  package let transaction: TransactionState
  /// As asserted last, extensions included.
  package let expiresDate: Instant
  /// The least of expiry, revocation, and the purchase that replaced an upgraded period.
  package let end: Instant

  package var start: Instant { transaction.purchase.purchaseDate }

  /// Whether it ran, or will run, to its expiry.
  package var endsByExpiry: Bool { end == expiresDate }

  /// `successors` are the chain's later transactions in order. An upgrade whose successor is not
  /// known ends the period when Apple asserted it, for it had happened by then.
  init?(_ transaction: TransactionState, followedBy successors: ArraySlice<TransactionState>) {
    guard let expiresDate = transaction.expiresDate else { return nil }
    self.transaction = transaction
    self.expiresDate = expiresDate
    let ownership = transaction.purchase.ownership
    let replacedAt =
      successors.first { $0.purchase.ownership == ownership }?.purchase.purchaseDate
      ?? transaction.newestUpgrade?.assertion.assertedAt
    let ends = [expiresDate, transaction.revocation?.date]
    end = (ends + [transaction.isUpgraded ? replacedAt : nil]).compactMap(\.self).min() ?? expiresDate
  }
}
