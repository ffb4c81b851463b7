/// How a yearly subscription is paid, in Apple's words.
package enum BillingPlan: String, Sendable {
  case upFront = "BILLED_UPFRONT"
  /// Twelve monthly payments that the customer commits to.
  case monthly = "MONTHLY"
}

/// What a period costs, and why.
struct Charge: Sendable {
  let product: Product
  let offer: Offer?
  /// In the catalogue's currency.
  let priceMilliunits: Int64
}

extension Subscription {
  /// Whether the next period will be charged for if nothing changes.
  var willBeCharged: Bool {
    if let commitment, !commitment.isPaid, standing != .expired, standing != .revoked {
      return true
    }
    return autoRenew
  }

  /// What the next renewal charges.
  var nextCharge: Charge {
    if let commitment, nextProduct.id == product.id {
      return Charge(
        product: product, offer: nil, priceMilliunits: commitment.monthlyMilliunits)
    }
    if let nextOffer {
      return Charge(
        product: nextProduct, offer: nextOffer, priceMilliunits: nextOffer.priceMilliunits)
    }
    guard nextProduct.id == product.id else {
      return Charge(
        product: nextProduct, offer: nil, priceMilliunits: nextProduct.priceMilliunits)
    }
    if let offer, offerPeriodsLeft > 0 {
      return Charge(product: product, offer: offer, priceMilliunits: offer.priceMilliunits)
    }
    return Charge(product: product, offer: nil, priceMilliunits: nextPriceMilliunits)
  }

  /// The full price of the next period, with an increase that holds by then.
  var nextPriceMilliunits: Int64 {
    guard let priceIncrease, priceIncrease.isAccepted, priceIncrease.effectiveFrom <= until else {
      return priceMilliunits
    }
    return priceIncrease.priceMilliunits
  }

  /// Whether the next period costs more than the customer has agreed to.
  var lacksConsent: Bool {
    priceIncrease.map { !$0.isAccepted && $0.effectiveFrom <= until } ?? false
  }

  /// Whether the customer has been asked to agree to a higher price, and has not yet.
  var awaitsConsent: Bool { priceIncrease.map { !$0.isAccepted } ?? false }
}
