extension ControlAPI {
  /// A transaction at present.
  struct TransactionBody: Encodable, Sendable {
    let transactionId: String
    let originalTransactionId: String
    let customer: String
    let productId: String
    /// In Apple's words.
    let type: String
    let ownership: String
    let quantity: Int32
    let purchasedAt: CustomerTruth.Moment
    let expiresAt: CustomerTruth.Moment?
    /// Milliunits; absent for a family share, and so is the currency.
    let price: Int64?
    let currency: String?
    let revokedAt: CustomerTruth.Moment?
    /// Thousandths of a percent: 100,000 is all.
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
