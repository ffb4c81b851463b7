package import Ledger
package import Projections

/// A grant, as the contract shapes it.
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
  /// Of the amount, in all: what a game that has not booked it yet leaves out.
  let revokedAmount: Int64

  /// - Parameter names: an account whose name is not among them is told as null.
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
