import Ledger

/// The differences between a catalog and the one that it replaces.
struct CatalogChanges: Encodable {
  struct Change: Encodable {
    let productId: String
    let before: CatalogProductBody
    let after: CatalogProductBody

    /// True if a purchase grants other coins than before.
    var isOfCoins: Bool { before.product.coins != after.product.coins }
    /// True if anything but the coins changed.
    var isOfTerms: Bool { before.product.terms != after.product.terms }
  }

  /// Products that only the new catalog lists.
  let added: [CatalogProductBody]
  /// Products that only the replaced catalog lists.
  let gone: [CatalogProductBody]
  let changed: [Change]
  /// The coins that are declared for the first time or with other rules, as the new catalog has them.
  let coins: [String: CatalogBody.DeclaredCoin]

  /// - Parameters:
  ///   - published: the catalogs before; if none of them was in force, every product counts as added.
  ///   - moment: the moment from which the new catalog is in force.
  init(from published: Catalogs, to after: Catalog, at moment: Instant) {
    let before = published.inForce(at: moment)
    added = after.products.filter { before?[$0.productID] == nil }.map(CatalogProductBody.init)
    gone = (before?.products ?? []).filter { after[$0.productID] == nil }
      .map(CatalogProductBody.init)
    changed = after.products.compactMap { product in
      guard let known = before?[product.productID], known != product else { return nil }
      return Change(
        productId: product.productID.rawValue, before: CatalogProductBody(known),
        after: CatalogProductBody(product))
    }
    coins = Dictionary(
      uniqueKeysWithValues: after.declarations.compactMap { coin, declared in
        let isNew = published.wallet(of: coin) == nil
        guard isNew || published.rules(of: coin, at: moment) != declared.rules else { return nil }
        return (coin.rawValue, CatalogBody.DeclaredCoin(declared))
      })
  }

  var lines: [String] {
    added.map { "  new      \($0.product.sentence)" }
      + gone.map { "  gone     \($0.productId)" }
      + changed.flatMap(\.lines)
      + coins.sorted { $0.key < $1.key }.map { "  coin     \($0.key): \($0.value.sentence)" }
  }
}

extension CatalogChanges.Change {
  fileprivate var lines: [String] {
    let coins =
      isOfCoins
      ? ["  coins    \(productId): \(after.product.coins), before \(before.product.coins)"] : []
    let terms =
      isOfTerms
      ? ["  changed  \(productId): \(after.product.terms), before \(before.product.terms)"] : []
    return coins + terms
  }
}

extension CatalogProduct {
  /// The product in one line.
  var sentence: String { "\(productID): \(terms); \(coins)" }

  /// The properties of the product except its coins.
  var terms: String {
    let parts = [
      subscriptionGroupID.map { "group \($0)" }, level.map { "level \($0)" },
      period?.duration.map { "period \($0)" },
      unlocks.isEmpty ? nil : "unlocks \(unlocks.joined(separator: " and "))",
      offers.isEmpty ? nil : "offers \(offers.joined(separator: " and "))",
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
        + (grant.onUpgrade == .keep ? ", kept on an upgrade" : "")
    }.joined(separator: " and ")
  }
}

extension Catalog {
  /// Returns a number of products in words.
  static func size(_ count: Int) -> String { count.counting("product") }
}
