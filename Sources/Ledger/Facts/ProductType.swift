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

/// The kind of ownership: bought by the customer, shared by a family member, or given by the game.
package struct Ownership: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let purchased: Ownership = "PURCHASED"
  package static let familyShared: Ownership = "FAMILY_SHARED"
  /// Our word for a promotional entitlement, which no transaction of Apple's gives.
  package static let promotional: Ownership = "PROMOTIONAL"
}
