/// The place of a period in a commitment that is billed by the month. A customer who cancels ends the
/// commitment after its last period, not before.
///
/// Source: "Managing the lifecycle of monthly subscriptions with a 12-month commitment" in the StoreKit
/// documentation.
package struct Commitment: Hashable, Sendable, Codable {
  /// Apple's value for a plan that is billed by the month within a commitment.
  static let monthlyPlan = "MONTHLY"

  /// The number of the period: 1, 2, 3 …
  package var period: Int32
  /// The number of periods in the commitment.
  package var periods: Int32
  /// The end of the commitment; a recovery from billing trouble moves it.
  package var expiresDate: Instant?
  /// The price of the whole commitment in milliunits of the purchase's currency.
  package var price: Int64?

  package init(period: Int32, of periods: Int32, expiresDate: Instant? = nil, price: Int64? = nil) {
    self.period = period
    self.periods = periods
    self.expiresDate = expiresDate
    self.price = price
  }

  /// The number of periods that are still to be paid after this one.
  package var paymentsLeft: Int32 { max(0, periods - period) }
}

extension Purchase {
  /// True for a month of a commitment, the last one too: its product is a longer one in the catalog.
  var isBilledMonthly: Bool { billingPlanType == Commitment.monthlyPlan || commitment != nil }
}

/// The renewal that follows the end of a commitment, as Apple announced it.
package struct CommitmentRenewal: Hashable, Sendable, Codable {
  package var productID: ProductID?
  /// False if the customer has canceled, so that the commitment is the last one.
  package var autoRenew: Bool?
  package var billingPlanType: String?
  package var renewalDate: Instant?
  /// The price in milliunits of the plan's currency.
  package var price: Int64?

  package init(
    productID: ProductID? = nil, autoRenew: Bool? = nil, billingPlanType: String? = nil,
    renewalDate: Instant? = nil, price: Int64? = nil
  ) {
    self.productID = productID
    self.autoRenew = autoRenew
    self.billingPlanType = billingPlanType
    self.renewalDate = renewalDate
    self.price = price
  }
}
