package import Foundation

/// The part of a transaction that does not change: product, owner, price and offer.
///
/// Apple's values whose lists may grow (`type`, `ownership`, `reason`) are kept as Apple wrote
/// them. Copies share the fields, because each rule copies the states of a chain's transactions.
@dynamicMemberLookup
package struct Purchase: Hashable, Sendable, Codable {
  package struct Fields: Hashable, Sendable, Codable {
    package var productID: ProductID
    package var type: ProductType
    package var subscriptionGroupID: SubscriptionGroupID?
    package var purchaseDate: Instant
    package var originalPurchaseDate: Instant?
    package var quantity: Int32
    package var ownership: Ownership
    package var reason: String?
    package var storefront: String?
    package var storefrontID: String?
    /// The price in milliunits of `currency`, for the whole quantity, after the offer's discount.
    package var price: Int64?
    package var currency: String?
    package var offer: Offer?
    package var webOrderLineItemID: String?
    package var appAccountToken: UUID?
    package var appTransactionID: AppTransactionID?
    package var previousOriginalTransactionID: OriginalTransactionID?
    package var billingPlanType: String?
    /// The place of the period in a 12-month commitment that is billed by the month.
    package var commitment: Commitment?
    /// The bundle of subscriptions to which the purchase belongs.
    package var bundle: SubscriptionBundle?
    /// The version that was bought; nil for anything but the app itself.
    package var download: AppDownload?

    package init(
      productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
      purchaseDate: Instant, originalPurchaseDate: Instant? = nil, quantity: Int32 = 1,
      ownership: Ownership = .purchased
    ) {
      self.productID = productID
      self.type = type
      self.subscriptionGroupID = subscriptionGroupID
      self.purchaseDate = purchaseDate
      self.originalPurchaseDate = originalPurchaseDate
      self.quantity = quantity
      self.ownership = ownership
    }
  }

  private var boxed: Boxed<Fields>

  package init(_ fields: Fields) {
    boxed = Boxed(fields)
  }

  package init(
    productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
    purchaseDate: Instant, originalPurchaseDate: Instant? = nil, quantity: Int32 = 1,
    ownership: Ownership = .purchased
  ) {
    self.init(
      Fields(
        productID: productID, type: type, subscriptionGroupID: subscriptionGroupID,
        purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate,
        quantity: quantity, ownership: ownership))
  }

  package subscript<Field>(dynamicMember field: KeyPath<Fields, Field>) -> Field {
    boxed.value[keyPath: field]
  }

  package subscript<Field>(dynamicMember field: WritableKeyPath<Fields, Field>) -> Field {
    get { boxed.value[keyPath: field] }
    set { boxed.change { $0[keyPath: field] = newValue } }
  }

  package init(from decoder: any Decoder) throws {
    self.init(try Fields(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws { try boxed.value.encode(to: encoder) }

  /// Returns the purchase with several fields changed at once.
  func changed(_ change: (inout Fields) -> Void) -> Purchase {
    var purchase = self
    purchase.boxed.change(change)
    return purchase
  }
}

extension Purchase {
  /// Returns the purchase with the date, the token and the price of another copy of it.
  func bought(as first: Purchase) -> Purchase {
    changed {
      $0.purchaseDate = first.purchaseDate
      $0.appAccountToken = first.appAccountToken
      $0.price = first.price
      $0.currency = first.currency
    }
  }
}

/// The kind of product by Apple's name; an unknown one is kept as received.
package struct ProductType: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let autoRenewable: ProductType = "Auto-Renewable Subscription"
  package static let nonConsumable: ProductType = "Non-Consumable"
  package static let consumable: ProductType = "Consumable"
  package static let nonRenewing: ProductType = "Non-Renewing Subscription"
  /// Our word for the app itself, whose purchase an AppTransaction tells.
  package static let app: ProductType = "App"
  /// Our word for a product whose kind no source told yet.
  package static let untold: ProductType = "Untold"
}

/// The kind of ownership: bought by the customer, or shared by a family member.
package struct Ownership: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let purchased: Ownership = "PURCHASED"
  package static let familyShared: Ownership = "FAMILY_SHARED"
}

/// The offer under which a period was, or will be, bought.
package struct Offer: Hashable, Sendable, Codable {
  /// Apple's number: 1 introductory, 2 promotional, 3 offer code, 4 win-back; nil if Apple named only
  /// the discount.
  package var type: Int32?
  package var identifier: String?
  /// Apple's name: `FREE_TRIAL`, `PAY_AS_YOU_GO`, `PAY_UP_FRONT` or `ONE_TIME`.
  package var discountType: String?
  /// The length of the offer as an ISO 8601 duration.
  package var period: String?

  package init(
    type: Int32?, identifier: String? = nil, discountType: String? = nil, period: String? = nil
  ) {
    self.type = type
    self.identifier = identifier
    self.discountType = discountType
    self.period = period
  }
}
