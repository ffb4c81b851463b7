/// One problem of a catalog: the field, the fault and the remedy.
package struct CatalogProblem: Hashable, Sendable, CustomStringConvertible {
  package enum Fault: Hashable, Sendable {
    case noProducts
    case nameMissing
    case productTwice
    case typeUnknown
    /// A field that only a subscription has.
    case notASubscription
    case levelWithoutGroup
    case levelBelowOne
    case periodNotSold
    /// A period of a product without any.
    case periodImpossible
    case coinMisnamed
    /// A coin that no catalog declares or granted before.
    case coinUnknown
    /// A coin that was declared with this other wallet before.
    case walletFixed(CoinWallet)
    /// A coin for the game's wallet that was spent, reserved or adjusted here.
    case walletInUse
    case coinTwice
    case amountNotPositive
    case amountTooLarge
    case trialImpossible
    /// A rule for upgrades of a product that is not upgraded.
    case upgradeImpossible
  }

  package let fault: Fault
  /// The path of the field in the file: `products[2].grants[0].amount`, counted from 0.
  package let field: String
  /// The product; nil for the list as a whole and for a product without an identifier.
  package let productID: ProductID?

  package var description: String {
    let product = productID.map { " (\($0))" } ?? ""
    return "\(field)\(product): \(fault.remedy)"
  }
}

extension CatalogProblem.Fault {
  /// The instruction that corrects the fault.
  package var remedy: String {
    switch self {
    case .noProducts: "name at least one product"
    case .nameMissing: "give the product id of App Store Connect"
    case .productTwice: "name each product once; this one stands above already"
    case .typeUnknown:
      "write Consumable, Non-Consumable, Auto-Renewable Subscription or Non-Renewing Subscription"
    case .notASubscription: "leave it out: only a subscription that renews has one"
    case .levelWithoutGroup: "name the subscriptionGroupId in which it is a level, or leave it out"
    case .levelBelowOne: "count levels from 1, the highest"
    case .periodNotSold: "write P1W, P1M, P2M, P3M, P6M or P1Y"
    case .periodImpossible: "leave it out: only a subscription has one"
    case .coinMisnamed:
      "write 1 to \(CatalogProblem.coinLengthMax) letters, digits, dots, dashes or underscores"
    case .coinUnknown:
      #"unknown_coin: declare it once with the wallet that keeps it, as "#
        + #""coins": {"gem": {"wallet": "daicho"}}, or "game" if the game books it"#
    case .walletFixed(let wallet):
      "wallet_is_fixed: it was declared as \(wallet.rawValue), which does not change; use another coin"
    case .walletInUse:
      "wallet_in_use: it was spent, reserved or adjusted here, so that it can only be daicho"
    case .coinTwice: "name each coin of a product once, with the whole amount"
    case .amountNotPositive: "write a whole number above 0, or leave the coin out"
    case .amountTooLarge: "write at most \(CatalogProblem.amountMax)"
    case .trialImpossible: "leave it out: only a subscription that renews has a trial"
    case .upgradeImpossible: "leave it out: only a subscription that renews is upgraded"
    }
  }
}
