extension ControlAPI {
  /// The present state of a transaction, as JSON.
  struct TransactionBody: Encodable, Sendable {
    let transactionId: String
    let originalTransactionId: String
    let customer: String
    let productId: String
    /// The kind of product, as Apple's `type`.
    let type: String
    let ownership: String
    let quantity: Int32
    let purchasedAt: CustomerTruth.Moment
    let expiresAt: CustomerTruth.Moment?
    /// The price in milliunits. Price and currency are absent for a family share.
    let price: Int64?
    let currency: String?
    let revokedAt: CustomerTruth.Moment?
    /// The refunded share in thousandths of a percent: 100,000 is all.
    let revocationPercentage: Int32?
    let isFinished: Bool

    init(_ index: Int, in world: World) {
      let transaction = world.transactions[index]
      let content = transaction.content
      transactionId = content.transactionId
      originalTransactionId = content.originalTransactionId
      customer = world.customers[transaction.customer].name
      productId = content.productId
      type = content.type
      ownership = content.inAppOwnershipType
      quantity = content.quantity
      purchasedAt = CustomerTruth.Moment(content.purchaseDate)
      expiresAt = content.expiresDate.map(CustomerTruth.Moment.init)
      price = content.price
      currency = content.currency
      revokedAt = content.revocationDate.map(CustomerTruth.Moment.init)
      revocationPercentage = content.revocationPercentage
      isFinished = transaction.isFinished
    }
  }
}
