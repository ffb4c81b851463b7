package import Ledger

extension [TransactionFact] {
  /// The purchase by these copies of one transaction: each field is that of the newest copy that tells it. A
  /// copy that tells a part of a field counts where no copy tells the whole. A shared secret vouches for
  /// nothing beside another source.
  package var toldPurchase: Purchase {
    let believed = filter { $0.assertion.trust != .sharedSecret }
    let copies = (believed.isEmpty ? self : believed).sorted { $0.assertion < $1.assertion }
      .map(\.purchase.fields)
    func newest<Value>(_ field: (Purchase.Fields) -> Value?) -> Value? {
      for copy in copies.reversed() {
        if let value = field(copy) { return value }
      }
      return nil
    }
    var told = copies[copies.count - 1]
    told.type = newest { $0.type == .untold ? nil : $0.type } ?? .untold
    told.subscriptionGroupID = newest(\.subscriptionGroupID)
    told.originalPurchaseDate = newest(\.originalPurchaseDate)
    told.toldQuantity = newest(\.toldQuantity)
    told.toldOwnership = newest(\.toldOwnership)
    told.reason = newest(\.reason)
    told.webOrderLineItemID = newest(\.toldItem) ?? newest(\.webOrderLineItemID)
    told.appAccountToken = newest(\.appAccountToken)
    told.appTransactionID = newest(\.appTransactionID)
    told.previousOriginalTransactionID = newest(\.previousOriginalTransactionID)
    told.billingPlanType = newest(\.billingPlanType)
    told.commitment = newest(\.commitment)
    told.bundle = newest(\.bundle)
    told.download = newest(\.download)
    let price = newest { $0.tellsPrice ? $0 : nil }
    (told.price, told.currency) = (price?.price, price?.currency)
    let country =
      newest { $0.tellsWholeStorefront ? $0 : nil } ?? newest { $0.tellsStorefront ? $0 : nil }
    (told.storefront, told.storefrontID) = (country?.storefront, country?.storefrontID)
    told.offer = newest { $0.tellsWholeOffer ? $0.offer : nil } ?? newest(\.offer)
    return Purchase(told)
  }
}

extension Purchase.Fields {
  /// The line item; nil if it is 0 or empty, which tells none.
  var toldItem: String? {
    webOrderLineItemID.flatMap { $0.isEmpty || $0 == "0" ? nil : $0 }
  }

  var tellsPrice: Bool { price != nil && currency != nil }
  var tellsStorefront: Bool { storefront != nil }
  var tellsWholeStorefront: Bool { storefront != nil && storefrontID != nil }

  /// True if kind, discount and length of an offer are told, and its identifier unless it is introductory.
  var tellsWholeOffer: Bool {
    guard let offer else { return false }
    return offer.type != nil && offer.discountType != nil && offer.period != nil
      && (offer.type == 1 || offer.identifier != nil)
  }
}
