package import Ledger

/// A grant as it stands by everything known.
package struct PresentGrant: Hashable, Sendable {
  package let id: GrantID
  /// That it was made.
  package let made: EventID
  /// Nil while its chain is nobody's.
  package let account: AccountReference?
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let coin: Coin
  /// For the whole quantity, as it was frozen.
  package let amount: Int64
  package let productID: ProductID
  package let transactionID: TransactionID
  package let quantity: Int32
  package let grantedAt: Instant
  /// Of the amount, in all.
  package let revokedAmount: Int64
  package let acknowledgedAt: Instant?
  package let state: GrantState
}

extension PresentGrant {
  /// - Parameter acknowledged: the first word of a game on it.
  init(_ standing: GrantStanding, made: EventID, acknowledged: GrantAcknowledged?) {
    let grant = standing.grant
    self.init(
      id: grant.id, made: made, account: standing.account, environment: grant.chain.environment,
      bundleID: grant.bundleID, coin: grant.coin, amount: grant.amount, productID: grant.productID,
      transactionID: grant.transactionID, quantity: grant.quantity, grantedAt: grant.decidedAt,
      revokedAmount: standing.takenBack, acknowledgedAt: acknowledged?.acknowledgedAt,
      state: GrantState(
        amount: grant.amount, revokedAmount: standing.takenBack,
        isAcknowledged: acknowledged != nil))
  }
}
