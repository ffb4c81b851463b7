/// A customer's command to buy a product.
package struct PurchaseCommand: Sendable {
  package let product: String
  package var quantity = 1
  package var offer: OfferChoice?
  package var billing = BillingPlan.upFront
  /// The token of this purchase instead of the customer's own.
  package var appAccountToken: String?

  /// The choice of one of a product's offers. Introductory offers have no id.
  package enum OfferChoice: Hashable, Sendable {
    case introductory
    case named(String)
  }

  package init(_ product: String) {
    self.product = product
  }
}

/// The outcome of a purchase.
package enum PurchaseOutcome: Hashable, Sendable {
  /// The index of the transaction.
  case completed(Int)
  /// The change of plan, or the offer, takes effect with the next period of this subscription.
  case planned(Int)
  /// A guardian has to approve the purchase. The value is the id of the approval.
  case waiting(String)
}
