/// The bundle of subscriptions that a transaction belongs to, as StoreKit names it since 2026.
package struct SubscriptionBundle: Hashable, Sendable, Codable {
  package var productID: ProductID?
  package var transactionID: TransactionID?
  package var originalTransactionID: OriginalTransactionID?
  package var subscriptionGroupID: SubscriptionGroupID?

  /// Nil if Apple named none of the fields.
  package init?(
    productID: ProductID? = nil, transactionID: TransactionID? = nil,
    originalTransactionID: OriginalTransactionID? = nil,
    subscriptionGroupID: SubscriptionGroupID? = nil
  ) {
    guard
      productID != nil || transactionID != nil || originalTransactionID != nil
        || subscriptionGroupID != nil
    else { return nil }
    self.productID = productID
    self.transactionID = transactionID
    self.originalTransactionID = originalTransactionID
    self.subscriptionGroupID = subscriptionGroupID
  }
}
