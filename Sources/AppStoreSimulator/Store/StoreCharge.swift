/// The billing plan of a yearly subscription. The raw value is Apple's `billingPlanType`.
package enum BillingPlan: String, Sendable {
  case upFront = "BILLED_UPFRONT"
  /// Twelve monthly payments that the customer commits to.
  case monthly = "MONTHLY"
}

/// The price of a period, with the product and offer behind it.
struct StoreCharge: Sendable {
  let product: Product
  let offer: StoreOffer?
  /// The price in milliunits of the catalog's currency.
  let priceMilliunits: Int64
}

extension Subscription {
  /// True if the next period will be charged unless something changes.
  var willBeCharged: Bool {
    if let commitment, !commitment.isPaid, status != .expired, status != .revoked {
      return true
    }
    return autoRenew
  }

  /// The charge of the next renewal.
  var nextCharge: StoreCharge {
    if let commitment, nextProduct.id == product.id {
      return StoreCharge(
        product: product, offer: nil, priceMilliunits: commitment.monthlyMilliunits)
    }
    if let nextOffer {
      return StoreCharge(
        product: nextProduct, offer: nextOffer, priceMilliunits: nextOffer.priceMilliunits)
    }
    guard nextProduct.id == product.id else {
      return StoreCharge(
        product: nextProduct, offer: nil, priceMilliunits: nextProduct.priceMilliunits)
    }
    if let offer, offerPeriodsLeft > 0 {
      return StoreCharge(product: product, offer: offer, priceMilliunits: offer.priceMilliunits)
    }
    return StoreCharge(product: product, offer: nil, priceMilliunits: nextPriceMilliunits)
  }

  /// The full price of the next period, including an accepted increase that is in effect by then.
  var nextPriceMilliunits: Int64 {
    guard let priceIncrease, priceIncrease.isAccepted, priceIncrease.effectiveFrom <= until else {
      return priceMilliunits
    }
    return priceIncrease.priceMilliunits
  }

  /// True if the next period costs more than the customer has agreed to.
  var lacksConsent: Bool {
    priceIncrease.map { !$0.isAccepted && $0.effectiveFrom <= until } ?? false
  }

  /// True if the customer has been asked to consent to a higher price and has not consented yet.
  var awaitsConsent: Bool { priceIncrease.map { !$0.isAccepted } ?? false }
}
