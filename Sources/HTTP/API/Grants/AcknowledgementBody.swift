import Intake
import Ledger

/// The answer to an acknowledgement. It contains only what was recorded once, so that its bytes
/// stay the same, whatever becomes of the grant.
struct AcknowledgementBody: Encodable {
  let id: String
  let state: GrantState
  let coin: String
  let amount: Int64
  let productId: String
  let transactionId: String
  let quantity: Int32
  let environment: StoreEnvironment
  let grantedAt: String
  /// Null for coins that are kept here, which need no acknowledgement.
  let acknowledgedAt: Nullable<String>
  /// Null if the game said none: it booked the amount.
  let bookedAmount: Nullable<Int64>

  init(_ acknowledgement: Acknowledgement) {
    let grant = acknowledgement.grant
    id = grant.id.description
    coin = grant.coin.rawValue
    amount = grant.amount
    productId = grant.productID.rawValue
    transactionId = grant.transactionID.rawValue
    quantity = grant.quantity
    environment = grant.chain.environment
    grantedAt = grant.decidedAt.description
    state = acknowledgement.acknowledged == nil ? .credited : .acknowledged
    acknowledgedAt = Nullable(acknowledgement.acknowledged?.acknowledgedAt.description)
    bookedAmount = Nullable(acknowledgement.acknowledged?.bookedAmount)
  }
}
