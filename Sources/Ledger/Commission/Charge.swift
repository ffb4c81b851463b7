/// The charge of one transaction to the customer.
package struct Charge: Hashable, Sendable, Codable {
  package let chargedAt: Instant
  package let productID: ProductID
  package let productType: ProductType
  /// The subscription group; nil if the product is no subscription or no source named a group.
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The country of the App Store by Apple's three-letter code.
  package let storefront: String?
  /// The price in milliunits of `currency`, as the customer paid it; nil if no source named a
  /// price.
  package let price: Int64?
  package let currency: String?

  /// Creates the charge of a transaction; nil for a family share, a trial, a price of exactly zero
  /// and the app itself, which has prices of its own, and if only a source of trust 0 asserted the transaction.
  ///
  /// - Parameters:
  ///   - group: the subscription group to assume if the purchase names none.
  ///   - isTakenAsPaid: true if an introductory offer of unknown price is taken as paid.
  ///   - trust: the least trust that is believed.
  package init?(
    _ transaction: TransactionState, group: SubscriptionGroupID? = nil, isTakenAsPaid: Bool = false,
    believing trust: Trust = .receipt
  ) {
    let purchase = transaction.purchase
    guard purchase.ownership == .purchased, purchase.type != .app, !purchase.isFree,
      transaction.trust >= trust, isTakenAsPaid || !purchase.isOfUntoldOffer
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

extension Charge {
  /// Creates the charge of a purchase of the app itself, of which Apple signs neither price nor storefront;
  /// nil on a day whose price is not told, for a family share, if only a source of trust 0 asserted the
  /// purchase, and where nobody pays, as in the sandbox.
  init?(
    ofApp transaction: TransactionState, in environment: StoreEnvironment, at prices: AppPrices
  ) {
    let purchase = transaction.purchase
    guard environment == .production, purchase.type == .app, purchase.ownership == .purchased,
      transaction.trust >= .receipt, let told = prices.row(at: purchase.purchaseDate)
    else { return nil }
    self.init(
      chargedAt: purchase.purchaseDate, productID: purchase.productID, productType: .app,
      subscriptionGroupID: nil, storefront: told.storefront, price: told.price,
      currency: told.currency)
  }
}

extension Purchase {
  private static let freeTrial = "FREE_TRIAL"

  /// True if Apple asserted that nothing was paid.
  var isFree: Bool { offer?.discountType == Self.freeTrial || price == 0 }
}
