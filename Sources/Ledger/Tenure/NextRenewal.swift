/// The next renewal of a chain, as Apple announced it.
package struct NextRenewal: Hashable, Sendable {
  package let productID: ProductID?
  /// The price in milliunits of `currency`; nil if Apple named none.
  package let price: Int64?
  package let currency: String?

  package init(productID: ProductID?, price: Int64?, currency: String?) {
    self.productID = productID
    self.price = price
    self.currency = currency
  }

  /// Creates the next renewal of a plan; nil if Apple announced none.
  init?(_ plan: RenewalPlan) {
    guard plan.autoRenewProductID != nil || plan.renewalPrice != nil || plan.currency != nil
    else { return nil }
    self.init(
      productID: plan.autoRenewProductID, price: plan.renewalPrice, currency: plan.currency)
  }
}
