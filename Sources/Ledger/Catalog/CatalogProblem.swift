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
    case unlockMisnamed
    case unlockTwice
    /// A name that a consumable would unlock, which is used up.
    case unlockImpossible
    case offerMisnamed
    case offerTwice
    case coinMisnamed
    /// A coin that no catalog declares or granted before.
    case coinUnknown
    /// A coin that was declared with this other wallet before.
    case walletFixed(CoinWallet)
    /// A rule for spending or crediting a coin that the game keeps.
    case ruleOfGame
    case creditMaxOutOfBounds
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
    case .unlockMisnamed:
      "write 1 to \(CatalogProblem.coinLengthMax) letters, digits, dots, dashes or underscores"
    case .unlockTwice: "name what the product unlocks once"
    case .unlockImpossible: "leave it out: a consumable is used up and unlocks nothing"
    case .offerMisnamed:
      "write the id of App Store Connect, 1 to \(CatalogProblem.coinLengthMax) letters, digits, dots, "
        + "dashes or underscores"
    case .offerTwice: "name each promotional offer once"
    case .coinMisnamed:
      "write 1 to \(CatalogProblem.coinLengthMax) letters, digits, dots, dashes or underscores"
    case .coinUnknown:
      #"unknown_coin: declare it once with the wallet that keeps it, as "#
        + #""coins": {"gem": {"wallet": "daicho"}}, or "game" if the game books it"#
    case .walletFixed(let wallet):
      "wallet_is_fixed: it was declared as \(wallet.rawValue), which does not change; use another coin"
    case .walletInUse:
      "wallet_in_use: it was spent, reserved or adjusted here, so that it can only be daicho"
    case .ruleOfGame: "leave it out: the game keeps the coin"
    case .creditMaxOutOfBounds: "write a whole number from 1 to \(Coin.amountMax)"
    case .coinTwice: "name each coin of a product once, with the whole amount"
    case .amountNotPositive: "write a whole number above 0, or leave the coin out"
    case .amountTooLarge: "write at most \(Coin.grantMax)"
    case .trialImpossible: "leave it out: only a subscription that renews has a trial"
    case .upgradeImpossible: "leave it out: only a subscription that renews is upgraded"
    }
  }
}

extension CatalogProblem {
  /// The largest quantity of one consumable that Apple sells in one transaction.
  package static let quantityMax: Int64 = 10
  package static let coinLengthMax = 64

  /// Returns all problems in the order of the products.
  static func all(in products: [CatalogProduct]) -> [CatalogProblem] {
    guard !products.isEmpty else {
      return [CatalogProblem(fault: .noProducts, field: "products", productID: nil)]
    }
    var seen: Set<ProductID> = []
    return products.enumerated().flatMap { index, product in
      let isFirst = seen.insert(product.productID).inserted
      let faults = product.faults + (isFirst ? [] : [("productId", .productTwice)])
      return faults.map { field, fault in
        CatalogProblem(
          fault: fault, field: "products[\(index)].\(field)", productID: product.name)
      }
    }
  }
}

private typealias FaultyField = (field: String, fault: CatalogProblem.Fault)

extension CatalogProduct {
  private static let types: [ProductType] = [
    .autoRenewable, .nonConsumable, .consumable, .nonRenewing,
  ]

  /// True if the product may be an auto-renewable subscription. For an unknown type only the type
  /// is reported, because the other fields may be right once the type is.
  private var mayRenew: Bool { type == .autoRenewable || !Self.types.contains(type) }

  fileprivate var name: ProductID? { productID.rawValue.isEmpty ? nil : productID }

  fileprivate var faults: [FaultyField] {
    var faults: [FaultyField] = []
    if name == nil { faults.append(("productId", .nameMissing)) }
    if !Self.types.contains(type) { faults.append(("type", .typeUnknown)) }
    if !mayRenew && subscriptionGroupID != nil {
      faults.append(("subscriptionGroupId", .notASubscription))
    }
    if let fault = levelFault { faults.append(("level", fault)) }
    if let fault = periodFault { faults.append(("period", fault)) }
    return faults + unlockFaults + offerFaults + grantFaults
  }

  private var unlockFaults: [FaultyField] {
    guard !unlocks.isEmpty else { return [] }
    if type == .consumable { return [("unlocks", .unlockImpossible)] }
    var seen: Set<String> = []
    return unlocks.enumerated().compactMap { index, name in
      guard name.isPlainWord else { return ("unlocks[\(index)]", .unlockMisnamed) }
      return seen.insert(name).inserted ? nil : ("unlocks[\(index)]", .unlockTwice)
    }
  }

  private var offerFaults: [FaultyField] {
    guard !offers.isEmpty else { return [] }
    guard mayRenew else { return [("offers", .notASubscription)] }
    var seen: Set<String> = []
    return offers.enumerated().compactMap { index, name in
      guard name.isPlainWord else { return ("offers[\(index)]", .offerMisnamed) }
      return seen.insert(name).inserted ? nil : ("offers[\(index)]", .offerTwice)
    }
  }

  private var levelFault: CatalogProblem.Fault? {
    guard let level else { return nil }
    guard mayRenew else { return .notASubscription }
    if level < 1 { return .levelBelowOne }
    return subscriptionGroupID == nil ? .levelWithoutGroup : nil
  }

  private var periodFault: CatalogProblem.Fault? {
    guard let period, type != .nonRenewing else { return nil }
    guard mayRenew else { return .periodImpossible }
    return BillingPeriod.standard.contains(period) ? nil : .periodNotSold
  }

  private var grantFaults: [FaultyField] {
    var seen: Set<Coin> = []
    return (grants ?? []).enumerated().flatMap { index, grant in
      var faults = grant.faults
      if grant.duringTrial && !mayRenew {
        faults.append(("duringTrial", .trialImpossible))
      }
      if grant.onUpgrade != nil && !mayRenew { faults.append(("onUpgrade", .upgradeImpossible)) }
      if !seen.insert(grant.coin).inserted { faults.append(("coin", .coinTwice)) }
      return faults.map { ("grants[\(index)].\($0.field)", $0.fault) }
    }
  }
}

extension ProductGrant {
  fileprivate var faults: [FaultyField] {
    var faults: [FaultyField] = []
    if !coin.isWellNamed { faults.append(("coin", .coinMisnamed)) }
    if amount <= 0 { faults.append(("amount", .amountNotPositive)) }
    if amount > Coin.grantMax { faults.append(("amount", .amountTooLarge)) }
    return faults
  }
}

extension Coin {
  package static let rule =
    "must have 1 to \(CatalogProblem.coinLengthMax) letters, digits, dots, dashes or underscores"

  /// True if the name is usable in URLs, tables and reports without escaping.
  package var isWellNamed: Bool { rawValue.isPlainWord }
}

extension String {
  /// True for 1 to 64 letters of ASCII, digits, dots, dashes and underscores.
  fileprivate var isPlainWord: Bool {
    let letters = unicodeScalars
    return (1...CatalogProblem.coinLengthMax).contains(letters.count)
      && letters.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
          || ".-_".unicodeScalars.contains($0)
      }
  }
}
