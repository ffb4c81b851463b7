/// What a customer was charged for one transaction.
package struct Charge: Hashable, Sendable, Codable {
  package let chargedAt: Instant
  package let productID: ProductID
  package let productType: ProductType
  /// Nil for what is no subscription, and where nobody named it.
  package let subscriptionGroupID: SubscriptionGroupID?
  /// Apple's three-letter code.
  package let storefront: String?
  /// Milliunits of `currency`, as the customer paid it; nil where nobody told.
  package let price: Int64?
  package let currency: String?

  /// Nil where nothing was charged: a family share, a trial, a price of exactly zero; and where only a
  /// source of trust 0 tells of it.
  ///
  /// - Parameter group: what its subscription group is taken to be where the purchase names none.
  package init?(_ transaction: TransactionState, group: SubscriptionGroupID? = nil) {
    let purchase = transaction.purchase
    guard purchase.ownership == .purchased, !purchase.isFree, transaction.trust >= .receipt
    else { return nil }
    chargedAt = purchase.purchaseDate
    productID = purchase.productID
    productType = purchase.type
    subscriptionGroupID = purchase.subscriptionGroupID ?? group
    storefront = purchase.storefront
    price = purchase.price
    currency = purchase.currency
  }

  package init(
    chargedAt: Instant, productID: ProductID, productType: ProductType,
    subscriptionGroupID: SubscriptionGroupID?, storefront: String?, price: Int64?, currency: String?
  ) {
    self.chargedAt = chargedAt
    self.productID = productID
    self.productType = productType
    self.subscriptionGroupID = subscriptionGroupID
    self.storefront = storefront
    self.price = price
    self.currency = currency
  }
}

extension Purchase {
  private static let freeTrial = "FREE_TRIAL"

  /// Whether Apple told that nothing was paid.
  var isFree: Bool { offer?.discountType == Self.freeTrial || price == 0 }
}
