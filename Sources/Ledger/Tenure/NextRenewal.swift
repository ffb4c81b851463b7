/// The next renewal of a chain, as Apple announced it.
package struct NextRenewal: Hashable, Sendable {
  package let productID: ProductID?
  /// The price in milliunits of `currency`; nil if Apple named none.
  package let price: Int64?
  package let currency: String?
  /// False if the price is that of an offer, which later renewals do not have.
  package let isRegular: Bool
  /// False if the customer switched renewals off, from the end of a commitment on if there is one; nil
  /// if Apple did not say.
  package let autoRenew: Bool?

  package init(
    productID: ProductID?, price: Int64? = nil, currency: String? = nil, isRegular: Bool = true,
    autoRenew: Bool? = nil
  ) {
    self.productID = productID
    self.price = price
    self.currency = currency
    self.isRegular = isRegular
    self.autoRenew = autoRenew
  }

  /// Creates the next renewal of a plan; nil if Apple announced none.
  init?(_ plan: RenewalPlan, offer: Register<Asserted<Offer>>?) {
    guard
      plan.autoRenewProductID != nil || plan.renewalPrice != nil || plan.currency != nil
        || plan.willRenew != nil
    else { return nil }
    let told = offer.flatMap { $0.assertion.trust >= .receipt ? $0.value.value : nil }
    self.init(
      productID: plan.autoRenewProductID, price: plan.renewalPrice, currency: plan.currency,
      isRegular: told == nil, autoRenew: plan.willRenew)
  }
}
