/// Prices that rise.
extension World {
  /// How long customers have to consent before the higher price is charged.
  static let notice = Int64(27).days

  /// New customers pay the new price at once; subscribers a lower one from the next renewal, a higher
  /// one from a renewal at least 27 days ahead, and only if they consent where that is required.
  package mutating func changePrice(
    of productID: String, to priceMilliunits: Int64, consentRequired: Bool
  ) throws(StoreRefusal) {
    guard let position = catalogue.products.firstIndex(where: { $0.id == productID }) else {
      throw .unknownProduct(productID)
    }
    tick()
    catalogue.products[position].priceMilliunits = priceMilliunits
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
      priceMilliunits: priceMilliunits, effectiveFrom: now + Self.notice,
      isAccepted: !consentRequired)
    tell("PRICE_INCREASE", consentRequired ? "PENDING" : "ACCEPTED", of: index)
  }

  package mutating func consent(_ index: Int) throws(StoreRefusal) {
    guard let increase = subscriptions[index].priceIncrease, !increase.isAccepted else {
      throw .noPriceIncrease
    }
    tick()
    subscriptions[index].priceIncrease?.isAccepted = true
    tell("PRICE_INCREASE", "ACCEPTED", of: index)
  }

  /// From now on nobody can buy it, and nothing renews into it.
  package mutating func withdraw(_ productID: String) throws(StoreRefusal) {
    guard catalogue[productID] != nil else { throw .unknownProduct(productID) }
    tick()
    catalogue.products.removeAll { $0.id == productID }
  }
}

extension Subscription {
  fileprivate var renewsAtFullPrice: Bool {
    standing == .active && autoRenew && !isShared && commitment == nil && nextOffer == nil
      && nextProduct.id == product.id && priceIncrease == nil
  }
}
