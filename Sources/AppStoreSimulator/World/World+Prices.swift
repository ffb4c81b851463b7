/// Changes of prices and withdrawals from sale.
extension World {
  /// The time that customers have to consent before a higher price is charged.
  static let noticePeriod = Int64(27).days

  /// Changes the price of a product.
  ///
  /// New customers pay the new price at once. Subscribers pay a lower price from the next renewal.
  /// They pay a higher price from a renewal at least 27 days ahead, after consent if consent is
  /// required.
  package mutating func changePrice(
    of productID: String, to priceMilliunits: Int64, consentRequired: Bool
  ) throws(StoreRejection) {
    guard let position = catalog.products.firstIndex(where: { $0.id == productID }) else {
      throw .unknownProduct(productID)
    }
    tick()
    catalog.products[position].priceMilliunits = priceMilliunits
    for index in subscriptions.indices where subscriptions[index].product.id == productID {
      if priceMilliunits <= subscriptions[index].priceMilliunits {
        subscriptions[index].priceMilliunits = priceMilliunits
        subscriptions[index].priceIncrease = nil
      } else if subscriptions[index].renewsAtFullPrice {
        raise(index, to: priceMilliunits, consentRequired: consentRequired)
      }
    }
  }

  private mutating func raise(_ index: Int, to priceMilliunits: Int64, consentRequired: Bool) {
    subscriptions[index].priceIncrease = Subscription.PriceIncrease(
      priceMilliunits: priceMilliunits, effectiveFrom: now + Self.noticePeriod,
      isAccepted: !consentRequired)
    tell("PRICE_INCREASE", consentRequired ? "PENDING" : "ACCEPTED", of: index)
  }

  package mutating func consent(_ index: Int) throws(StoreRejection) {
    guard let increase = subscriptions[index].priceIncrease, !increase.isAccepted else {
      throw .noPriceIncrease
    }
    tick()
    subscriptions[index].priceIncrease?.isAccepted = true
    tell("PRICE_INCREASE", "ACCEPTED", of: index)
  }

  /// Withdraws a product from sale. The product can no longer be bought or renewed into.
  package mutating func withdraw(_ productID: String) throws(StoreRejection) {
    guard catalog[productID] != nil else { throw .unknownProduct(productID) }
    tick()
    catalog.products.removeAll { $0.id == productID }
  }
}

extension Subscription {
  fileprivate var renewsAtFullPrice: Bool {
    status == .active && autoRenew && !isShared && commitment == nil && nextOffer == nil
      && nextProduct.id == product.id && priceIncrease == nil
  }
}
