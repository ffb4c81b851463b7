/// What a catalogue says of one product.
package struct CatalogueProduct: Hashable, Sendable {
  package let productID: ProductID
  package let type: ProductType
  package let subscriptionGroupID: SubscriptionGroupID?
  /// The level of service within the group, 1 the highest.
  package let level: Int?
  package let period: BillingPeriod?
  /// What a purchase of it grants, by coin; empty where it grants nothing, nil where the catalogue
  /// does not say.
  package let grants: [ProductGrant]?

  package init(
    _ productID: ProductID, type: ProductType, subscriptionGroupID: SubscriptionGroupID? = nil,
    level: Int? = nil, period: BillingPeriod? = nil, grants: [ProductGrant]? = nil
  ) {
    self.productID = productID
    self.type = type
    self.subscriptionGroupID = subscriptionGroupID
    self.level = level
    self.period = period
    self.grants = grants?.sorted { $0.coin < $1.coin }
  }

  /// Whether it settles what a purchase grants that is of this kind by Apple's word. Of a consumable
  /// it has to be said, because that is what a consumable is bought for; of anything else silence
  /// means nothing.
  func settlesGrants(of type: ProductType) -> Bool { grants != nil || type != .consumable }
}

/// Coins that one purchase of a product grants: of a consumable for each one bought, of anything
/// else once.
package struct ProductGrant: Hashable, Sendable, Codable {
  package let coin: Coin
  package let amount: Int64
  /// Whether a period of a subscription that cost nothing grants them too.
  package let duringTrial: Bool

  package init(_ coin: Coin, _ amount: Int64, duringTrial: Bool = false) {
    self.coin = coin
    self.amount = amount
    self.duringTrial = duringTrial
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    coin = try container.decode(Coin.self, forKey: .coin)
    amount = try container.decode(Int64.self, forKey: .amount)
    duringTrial = try container.decodeIfPresent(Bool.self, forKey: .duringTrial) ?? false
  }
}

extension CatalogueProduct: Codable {
  private enum CodingKeys: String, CodingKey {
    case productID = "productId"
    case type
    case subscriptionGroupID = "subscriptionGroupId"
    case level, period, grants
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
      grants: try container.decodeIfPresent([ProductGrant].self, forKey: .grants))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(productID, forKey: .productID)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(subscriptionGroupID, forKey: .subscriptionGroupID)
    try container.encodeIfPresent(level, forKey: .level)
    try container.encodeIfPresent(period?.duration, forKey: .period)
    try container.encodeIfPresent(grants, forKey: .grants)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodePeriod(forKey key: Key) throws -> BillingPeriod? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let period = BillingPeriod(duration: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "a period is P1W, P1M, P2M, P3M, P6M or P1Y, not \(text)")
    }
    return period
  }
}
