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
  /// True if the renewal is billed by the month within a commitment; nil if Apple did not say.
  package let isBilledMonthly: Bool?

  package init(
    productID: ProductID?, price: Int64? = nil, currency: String? = nil, isRegular: Bool = true,
    autoRenew: Bool? = nil, isBilledMonthly: Bool? = nil
  ) {
    self.productID = productID
    self.price = price
    self.currency = currency
    self.isRegular = isRegular
    self.autoRenew = autoRenew
    self.isBilledMonthly = isBilledMonthly
  }

  /// Creates the next renewal of a plan; nil if Apple announced none.
  init?(_ plan: RenewalPlan, offer: Register<Asserted<Offer>>?) {
    let billing = plan.renewalBillingPlanType ?? plan.commitment?.billingPlanType
    guard
      plan.autoRenewProductID != nil || plan.renewalPrice != nil || plan.currency != nil
        || plan.willRenew != nil || billing != nil
    else { return nil }
    let told = offer.flatMap { $0.assertion.trust >= .receipt ? $0.value.value : nil }
    self.init(
      productID: plan.autoRenewProductID, price: plan.renewalPrice, currency: plan.currency,
      isRegular: told == nil, autoRenew: plan.willRenew,
      isBilledMonthly: billing.map { $0 == Commitment.monthlyPlan })
  }
}
