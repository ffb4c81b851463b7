/// The rule for charges that Apple signed without the price that it signs otherwise.
///
/// Apple's copies have lacked prices for days at a time. The charge is booked by its purchase date when a
/// copy tells the price.
package enum MissingPrice {
  /// The beginning of the first day, in UTC, of which Apple signs a price with each charge: 2023-10-26. What
  /// was bought before may never have one. Source: Apple's change log of the App Store Server API, 1.10, in
  /// `appstore/jws.md`.
  package static let signedSince = Instant(milliseconds: 1_698_278_400_000)
}

extension ChainState {
  /// The transactions of signed charges without a price, each with all its copies: a copy without a price
  /// lacks none if another one tells it.
  package var transactionsMissingPrice: Set<TransactionID> {
    guard mayMissPrices else { return [] }
    let purchases = purchases
    return Set(transactions.keys.filter { purchases[$0].map(isPriceMissing(of:)) ?? false })
  }

  /// Returns true if Apple signed a purchase of this chain as a charge, and no source told its price.
  func isPriceMissing(of purchase: TransactionState) -> Bool {
    chain.environment.isOfApple && purchase.trust == .signed && purchase.purchase.lacksPrice
  }

  /// Returns true if Apple signed a period under an offer and still owes its price and the offer's kind.
  /// Either would tell whether the period was free.
  func isKindOfOfferOwed(for purchase: TransactionState) -> Bool {
    let bought = purchase.purchase
    return bought.type == .autoRenewable && bought.offer.map { $0.discountType == nil } ?? false
      && isPriceMissing(of: purchase)
  }

  /// True if a purchase of the chain may lack its price.
  package var mayMissPrices: Bool {
    transactions.values.contains { $0.trust < .signed || !$0.purchase.fields.isPriceTold }
  }
}

extension TransactionFact {
  /// True if Apple signed a charge and left its price out.
  package var isPriceMissing: Bool {
    chain.environment.isOfApple && assertion.trust == .signed && purchase.lacksPrice
  }
}

extension Purchase {
  /// True for a purchase that is not known to be free and has no price although Apple signs one with it.
  fileprivate var lacksPrice: Bool {
    purchaseDate >= MissingPrice.signedSince && !fields.isPriceTold && ownership == .purchased
      && type != .app && !isFree
  }
}
