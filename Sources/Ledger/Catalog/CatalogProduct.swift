/// The entry of one product in a catalog.
package struct CatalogProduct: Hashable, Sendable {
  package let productID: ProductID
  package let type: ProductType
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The level of service within the group, 1 the highest.
  package let level: Int?
  /// The length of a period. Apple sells six of auto-renewable subscriptions; that of a non-renewing
  /// one is the game's, counted by the calendar of UTC.
  package let period: BillingPeriod?
  /// The names of what the product opens in the game, such as `pro`, in the order of the catalog.
  package let unlocks: [String]
  /// The ids of the promotional offers of a subscription, in the order of the catalog.
  package let offers: [String]
  /// The coins that a purchase grants; empty if it grants nothing, nil if the catalog does not say.
  package let grants: [ProductGrant]?

  package init(
    _ productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
    level: Int? = nil, period: BillingPeriod? = nil, unlocks: [String] = [],
    offers: [String] = [], grants: [ProductGrant]? = nil
  ) {
    self.productID = productID
    self.type = type
    self.subscriptionGroupID = subscriptionGroupID
    self.level = level
    self.period = period
    self.unlocks = unlocks
    self.offers = offers
    self.grants = grants?.sorted { $0.coin < $1.coin }
  }

  /// Returns true if the entry determines the grants of a purchase of this type, as Apple names it.
  /// For a consumable the catalog must list the grants, because coins are the reason to buy it. For
  /// any other type a missing list means that nothing is granted.
  func settlesGrants(of type: ProductType) -> Bool { grants != nil || type != .consumable }
}

/// The amount of one coin that a purchase grants: for each unit of a consumable, once for anything
/// else.
package struct ProductGrant: Hashable, Sendable, Codable {
  package let coin: Coin
  package let amount: Int64
  /// True if a free period of a subscription grants the coins too.
  package let duringTrial: Bool
  /// The rule for the coins if the period is replaced; nil if the catalog does not say, which means
  /// that they are prorated.
  package let onUpgrade: UpgradeRule?

  package init(
    _ coin: Coin, _ amount: Int64, duringTrial: Bool = false, onUpgrade: UpgradeRule? = nil
  ) {
    self.coin = coin
    self.amount = amount
    self.duringTrial = duringTrial
    self.onUpgrade = onUpgrade
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    coin = try container.decode(Coin.self, forKey: .coin)
    amount = try container.decode(Int64.self, forKey: .amount)
    duringTrial = try container.decodeIfPresent(Bool.self, forKey: .duringTrial) ?? false
    onUpgrade = try container.decodeIfPresent(UpgradeRule.self, forKey: .onUpgrade)
  }
}

extension CatalogProduct: Codable {
  private enum CodingKeys: String, CodingKey {
    case productID = "productId"
    case type
    case subscriptionGroupID = "subscriptionGroupId"
    case level, period, unlocks, offers, grants
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(ProductID.self, forKey: .productID),
      type: try container.decode(ProductType.self, forKey: .type),
      subscriptionGroupID: try container.decodeIfPresent(
        SubscriptionGroupID.self, forKey: .subscriptionGroupID),
      level: try container.decodeIfPresent(Int.self, forKey: .level),
      period: try container.decodePeriod(forKey: .period),
      unlocks: try container.decodeIfPresent([String].self, forKey: .unlocks) ?? [],
      offers: try container.decodeIfPresent([String].self, forKey: .offers) ?? [],
      grants: try container.decodeIfPresent([ProductGrant].self, forKey: .grants))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(productID, forKey: .productID)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(subscriptionGroupID, forKey: .subscriptionGroupID)
    try container.encodeIfPresent(level, forKey: .level)
    try container.encodeIfPresent(period?.duration, forKey: .period)
    if !unlocks.isEmpty { try container.encode(unlocks, forKey: .unlocks) }
    if !offers.isEmpty { try container.encode(offers, forKey: .offers) }
    try container.encodeIfPresent(grants, forKey: .grants)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodePeriod(forKey key: Key) throws -> BillingPeriod? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let period = BillingPeriod(duration: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "a period is a number of days, weeks, months or years as P1W, not \(text)"
      )
    }
    return period
  }
}

/// The rule for the coins of a period that an upgrade or an immediate crossgrade replaced.
package enum UpgradeRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The share of the unused time is taken back, because Apple gives back its price.
  case prorate
  /// The coins stay.
  case keep
}
