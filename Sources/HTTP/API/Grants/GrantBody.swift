package import Ledger
package import Projections

/// The JSON form of a grant.
package struct GrantBody: Encodable, Sendable {
  let id: String
  /// A whole number below 2^53 that grows with every change of the other members, over restores too.
  let revision: Int64
  @Nullable private(set) var account: String?
  let environment: StoreEnvironment
  let coin: String
  let amount: Int64
  let productId: String
  let transactionId: String
  let quantity: Int32
  let state: GrantState
  let grantedAt: String
  /// The part of the amount that was taken back in total. A game that has not booked the grant yet
  /// leaves this part out.
  let revokedAmount: Int64
  /// The amount that the game said it booked; null if it said none.
  let bookedAmount: Nullable<Int64>
  /// True if the purchase precedes the cut-over date, so that its coins were delivered elsewhere; absent
  /// otherwise.
  let deliveredElsewhere: Bool?
  /// The position of the last event by which the grant may have changed.
  let position: String

  /// - Parameters:
  ///   - account: the name of the grant's account; nil if it is unknown or forgotten.
  ///   - position: the position of the last change.
  package init(
    _ grant: PresentGrant, of account: AccountID?, revision: GrantRevision, position: PositionToken
  ) {
    id = grant.id.description
    self.revision = revision.value
    self.account = account?.rawValue
    environment = grant.environment
    coin = grant.coin.rawValue
    amount = grant.amount
    productId = grant.productID.rawValue
    transactionId = grant.transactionID.rawValue
    quantity = grant.quantity
    state = grant.state
    grantedAt = grant.grantedAt.description
    revokedAmount = grant.revokedAmount
    bookedAmount = Nullable(grant.bookedAmount)
    deliveredElsewhere = grant.isDeliveredElsewhere ? true : nil
    self.position = position.description
  }

  init(_ grant: PresentGrant, _ accounts: GrantAccounts, position: PositionToken) {
    self.init(
      grant, of: grant.account.flatMap { accounts.names[$0] },
      revision: accounts.revision(of: grant), position: position)
  }
}
