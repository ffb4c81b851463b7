import Ledger

extension CatalogueProduct {
  /// In one line.
  var sentence: String { "\(productID): \(terms); \(coins)" }

  /// Everything but the coins.
  var terms: String {
    let parts = [
      subscriptionGroupID.map { "group \($0)" }, level.map { "level \($0)" },
      period?.duration.map { "period \($0)" },
    ]
    return ([type.rawValue] + parts.compactMap(\.self)).joined(separator: ", ")
  }

  /// What a purchase grants.
  var coins: String {
    guard let grants else {
      return type == .consumable ? "coins not named here" : "no coins"
    }
    guard !grants.isEmpty else { return "no coins" }
    return grants.map { grant in
      "\(grant.amount) \(grant.coin)\(grant.duringTrial ? ", in a trial too" : "")"
    }.joined(separator: " and ")
  }
}

extension Catalogue {
  /// How many products, in words.
  static func size(_ count: Int) -> String { count == 1 ? "1 product" : "\(count) products" }
}
