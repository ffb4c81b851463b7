import Ledger

extension CatalogProduct {
  /// The product in one line.
  var sentence: String { "\(productID): \(terms); \(coins)" }

  /// The properties of the product except its coins.
  var terms: String {
    let parts = [
      subscriptionGroupID.map { "group \($0)" }, level.map { "level \($0)" },
      period?.duration.map { "period \($0)" },
    ]
    return ([type.rawValue] + parts.compactMap(\.self)).joined(separator: ", ")
  }

  /// The coins that a purchase grants.
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

extension Catalog {
  /// Returns a number of products in words.
  static func size(_ count: Int) -> String { count == 1 ? "1 product" : "\(count) products" }
}
