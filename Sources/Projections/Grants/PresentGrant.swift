package import Ledger

/// A grant in its present state, by everything known.
package struct PresentGrant: Hashable, Sendable {
  package let id: GrantID
  /// The event that made the grant.
  package let made: EventID
  /// The account of the grant; nil while the chain belongs to no account, and once its person is erased.
  package private(set) var account: AccountReference?
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let coin: Coin
  /// The amount for the whole quantity, frozen when the grant was made.
  package let amount: Int64
  package let productID: ProductID
  package let transactionID: TransactionID
  package let quantity: Int32
  package let grantedAt: Instant
  /// The revoked part of the amount, in total.
  package let revokedAmount: Int64
  package let acknowledgedAt: Instant?
  /// The amount that the game said it booked.
  package let bookedAmount: Int64?
  /// The position in the chain's lane of its last event: the grant has not changed since.
  package let changedPosition: Int64
  package let state: GrantState
  /// True for a purchase before the cut-over date, whose coins were delivered elsewhere.
  package let isDeliveredElsewhere: Bool
}

extension PresentGrant {
  /// The grant of a person who was erased.
  var ofNobody: PresentGrant {
    var grant = self
    grant.account = nil
    return grant
  }

  /// - Parameter acknowledged: the first acknowledgement by a game.
  package init(_ status: GrantStatus, made: EventID, acknowledged: GrantAcknowledged?) {
    let grant = status.grant
    self.init(
      id: grant.id, made: made, account: status.account, environment: grant.chain.environment,
      bundleID: grant.chain.bundleID, coin: grant.coin, amount: grant.amount,
      productID: grant.productID,
      transactionID: grant.transactionID, quantity: grant.quantity, grantedAt: grant.decidedAt,
      revokedAmount: status.takenBack, acknowledgedAt: acknowledged?.acknowledgedAt,
      bookedAmount: acknowledged?.bookedAmount, changedPosition: status.revision,
      state: GrantState(
        grant, revokedAmount: status.takenBack, hasAccount: status.account != nil,
        isFull: status.isFull, isAcknowledged: acknowledged != nil),
      isDeliveredElsewhere: grant.isDeliveredElsewhere)
  }
}
