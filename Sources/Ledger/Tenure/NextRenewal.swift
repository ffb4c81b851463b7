/// What Apple said a chain's next renewal would be.
package struct NextRenewal: Hashable, Sendable {
  package let productID: ProductID?
  /// Milliunits of `currency`; nil where Apple named none.
  package let price: Int64?
  package let currency: String?

  package init(productID: ProductID?, price: Int64?, currency: String?) {
    self.productID = productID
    self.price = price
    self.currency = currency
  }

  /// Nil where Apple told nothing of it.
  init?(_ plan: RenewalPlan) {
    guard plan.autoRenewProductID != nil || plan.renewalPrice != nil || plan.currency != nil
    else { return nil }
    self.init(
      productID: plan.autoRenewProductID, price: plan.renewalPrice, currency: plan.currency)
  }
}
