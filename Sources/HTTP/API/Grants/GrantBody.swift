package import Ledger
package import Projections

/// The JSON form of a grant.
package struct GrantBody: Encodable, Sendable {
  let id: String
  let account: Nullable<String>
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

  /// - Parameter names: the known names of accounts; any other account becomes null.
  package init(_ grant: PresentGrant, names: [AccountReference: AccountID]) {
    id = grant.id.description
    account = Nullable(grant.account.flatMap { names[$0] }?.rawValue)
    environment = grant.environment
    coin = grant.coin.rawValue
    amount = grant.amount
    productId = grant.productID.rawValue
    transactionId = grant.transactionID.rawValue
    quantity = grant.quantity
    state = grant.state
    grantedAt = grant.grantedAt.description
    revokedAmount = grant.revokedAmount
  }
}
