/// The signed facts of a transaction that decide who owns its chain.
struct SignedPurchase {
  let transaction: String
  let chain: String
  /// Apple's `purchaseDate`, in milliseconds since 1970.
  let purchasedAt: Int64
  let token: String?
  let isRenewal: Bool
  let isFamilyShared: Bool
  let customer: String

  /// Creates the facts; nil for a happening that is no purchase.
  init?(_ happening: Happening) {
    switch happening.event {
    case .bought(let sale):
      transaction = sale.transaction
      chain = sale.chain
      purchasedAt = happening.at
      token = sale.token
      isRenewal = false
      isFamilyShared = sale.isFamilyShared
    case .served(let service):
      transaction = service.transaction
      chain = service.chain
      purchasedAt = service.chargedAt
      token = service.token
      isRenewal = service.isRenewal
      isFamilyShared = service.isFamilyShared
    default: return nil
    }
    customer = happening.customer
  }
}
