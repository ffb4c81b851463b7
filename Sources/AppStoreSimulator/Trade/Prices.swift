/// The changes of prices and the withdrawals from sale.
enum Prices {
  /// The time that customers have to consent before a higher price is charged.
  private static let noticePeriod = Int64(27).days

  /// Changes the price of a product.
  ///
  /// New customers pay the new price at once. Subscribers pay a lower price from the next renewal.
  /// They pay a higher price from a renewal at least 27 days ahead, after consent if consent is
  /// required.
  static func change(
    of productID: String, to priceMilliunits: Int64, consentRequired: Bool,
    in store: inout StoreState
  ) throws(StoreRejection) {
    guard let position = store.catalog.products.firstIndex(where: { $0.id == productID }) else {
      throw .unknownProduct(productID)
    }
    store.tick()
    store.catalog.products[position].priceMilliunits = priceMilliunits
    for index in store.subscriptions.indices
    where store.subscriptions[index].product.id == productID {
      if priceMilliunits <= store.subscriptions[index].priceMilliunits {
        store.changeSubscription(index) { $0.lowerPrice(to: priceMilliunits) }
      } else if store.subscriptions[index].renewsAtFullPrice {
        raise(index, to: priceMilliunits, consentRequired: consentRequired, in: &store)
      }
    }
  }

  private static func raise(
    _ index: Int, to priceMilliunits: Int64, consentRequired: Bool, in store: inout StoreState
  ) {
    let increase = Subscription.PriceIncrease(
      priceMilliunits: priceMilliunits, effectiveFrom: store.now + noticePeriod,
      isAccepted: !consentRequired)
    store.changeSubscription(index) { $0.raisePrice(increase) }
    Notifier.report(
      "PRICE_INCREASE", consentRequired ? "PENDING" : "ACCEPTED", of: index, in: &store)
  }

  /// Accepts a higher price for a customer.
  static func consent(_ index: Int, in store: inout StoreState) throws(StoreRejection) {
    guard store.subscriptions[index].awaitsConsent else { throw .noPriceIncrease }
    store.tick()
    store.changeSubscription(index) { $0.acceptPrice() }
    Notifier.report("PRICE_INCREASE", "ACCEPTED", of: index, in: &store)
  }

  /// Withdraws a product from sale. The product can no longer be bought or renewed into.
  static func withdraw(
    _ productID: String, in store: inout StoreState
  ) throws(StoreRejection) {
    guard store.catalog[productID] != nil else { throw .unknownProduct(productID) }
    store.tick()
    store.catalog.products.removeAll { $0.id == productID }
  }
}

extension Subscription {
  fileprivate var renewsAtFullPrice: Bool {
    status == .active && autoRenew && !isShared && commitment == nil && nextOffer == nil
      && nextProduct.id == product.id && priceIncrease == nil
  }
}
