/// A product that the simulated App Store sells.
package struct Product: Hashable, Sendable {
  /// The kind of a product. The raw value is the `type` of Apple's transactions.
  package enum Kind: String, Sendable {
    case consumable = "Consumable"
    case nonConsumable = "Non-Consumable"
    case nonRenewing = "Non-Renewing Subscription"
    case autoRenewable = "Auto-Renewable Subscription"
  }

  /// The attributes that only an auto-renewable subscription has.
  package struct Plan: Hashable, Sendable {
    package let group: String
    /// 1 is the highest level of service.
    package let level: Int
    package let period: CalendarPeriod
    package let offers: [StoreOffer]

    package init(group: String, level: Int, period: CalendarPeriod, offers: [StoreOffer] = []) {
      self.group = group
      self.level = level
      self.period = period
      self.offers = offers
    }
  }

  package let id: String
  package let kind: Kind
  /// The price in milliunits of the catalog's currency.
  package var priceMilliunits: Int64
  package let isFamilyShareable: Bool
  /// The subscription plan; nil unless the product is an auto-renewable subscription.
  package let plan: Plan?
  /// The days that the game gives for a non-renewing subscription; nil if it never ends. Apple does not
  /// know them.
  package var lastingDays: Int?

  package init(
    id: String, kind: Kind, priceMilliunits: Int64, isFamilyShareable: Bool = false,
    plan: Plan? = nil
  ) {
    self.id = id
    self.kind = kind
    self.priceMilliunits = priceMilliunits
    self.isFamilyShareable = isFamilyShareable
    self.plan = plan
  }
}
