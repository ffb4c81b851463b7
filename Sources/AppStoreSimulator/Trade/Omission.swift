/// A field that was fixed at the purchase and that a later signed copy leaves out, whole or in part.
///
/// Apple signed for days without price and currency in December 2023, and tokens vanish from later copies.
enum Omission: CaseIterable {
  case price, currency, storefront, storefrontID, offer, partOfOffer, reason, customer, quantity
  case token, lineItem
  /// The line item is `"0"`, which tells none.
  case lineItemNumber

  /// The omissions of Apple itself, which always tells the quantity: a ledger may hear a later copy
  /// first, and grants once by the quantity it knows.
  static let byApple = allCases.filter { $0 != .quantity }
  /// The omissions of a device. Its copy must still name its owner and its period.
  static let onDevice: [Omission] = [
    .price, .currency, .storefront, .storefrontID, .offer, .partOfOffer, .reason, .customer,
    .quantity,
  ]

  func apply(to copy: inout SignableTransaction) {
    switch self {
    case .price: copy.price = nil
    case .currency: copy.currency = nil
    case .storefront: copy.storefront = nil
    case .storefrontID: copy.storefrontId = nil
    case .offer:
      (copy.offerType, copy.offerIdentifier) = (nil, nil)
      (copy.offerDiscountType, copy.offerPeriod) = (nil, nil)
    case .partOfOffer: (copy.offerDiscountType, copy.offerPeriod) = (nil, nil)
    case .reason: copy.transactionReason = nil
    case .customer: copy.appTransactionId = nil
    case .quantity: copy.quantity = nil
    case .token: copy.appAccountToken = nil
    case .lineItem: copy.webOrderLineItemId = nil
    case .lineItemNumber: if copy.webOrderLineItemId != nil { copy.webOrderLineItemId = "0" }
    }
  }
}

extension StoreState {
  /// Returns the transaction as a notification tells it now: with every field the first time.
  mutating func told(_ transaction: Int) -> SignableTransaction {
    let copy = laterCopy(transaction)
    noteTelling(of: transaction)
    return copy
  }

  /// Returns the transaction as Apple signs it now, for a transaction that a notification has told
  /// perhaps without some of what was fixed at the purchase.
  func laterCopy(
    _ transaction: Int, leavingOut omissions: [Omission] = Omission.byApple
  ) -> SignableTransaction {
    thinned(signable(transaction), of: transaction, omissions)
  }

  /// Returns a signed copy of a transaction without some of its fields, if the app's share of such
  /// copies decides so.
  func thinned(
    _ copy: SignableTransaction, of transaction: Int, _ omissions: [Omission]
  ) -> SignableTransaction {
    var chance = Chance(seed: "\(copy.transactionId) signed at \(copy.signedDate)")
    guard transactions[transaction].isTold, chance.happens(percent: app.thinCopyPercent) else {
      return copy
    }
    var thin = copy
    let keepsToken = keepsUnheardTokens && !transactions[transaction].isHeard
    for omission in omissions where chance.happens(percent: 50) {
      if omission == .token, keepsToken { continue }
      omission.apply(to: &thin)
    }
    thin.keepFree(copy)
    return thin
  }
}

extension SignableTransaction {
  /// Keeps the price of 0 where nothing of the offer is left: a ledger may hear this copy first, and would
  /// have to grant the coins of a paid period.
  fileprivate mutating func keepFree(_ copy: SignableTransaction) {
    guard copy.price == 0, offerType == nil, offerDiscountType == nil else { return }
    (price, currency) = (copy.price, copy.currency)
  }
}
