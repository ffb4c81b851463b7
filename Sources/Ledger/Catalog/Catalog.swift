/// The catalog of an app: its products with their kinds, groups and levels, the coins that they
/// grant, and the wallets that keep those coins.
///
/// Decoding is for published catalogs and validates nothing, so that they can always be read. A
/// submitted catalog is decoded as a list of products and validated by `init(_:)`.
package struct Catalog: Hashable, Sendable, Codable {
  /// The products, ordered by their identifiers.
  package let products: [CatalogProduct]
  /// The declared coins with their wallets and rules.
  package let declarations: [Coin: CoinDeclaration]

  /// The declared coins with their wallets.
  package var coins: [Coin: CoinWallet] { declarations.mapValues(\.wallet) }

  /// - Throws: all problems of the products, if there are any.
  package init(
    _ products: [CatalogProduct], coins: [Coin: CoinWallet] = [:]
  ) throws(CatalogRejection) {
    try self.init(products, declaring: coins.mapValues { CoinDeclaration($0) })
  }

  /// - Throws: all problems of the products and of the coins' rules, if there are any.
  package init(
    _ products: [CatalogProduct], declaring declarations: [Coin: CoinDeclaration]
  ) throws(CatalogRejection) {
    self.declarations = declarations
    let problems = CatalogProblem.all(in: products) + CoinProblems.all(in: declarations)
    guard problems.isEmpty else { throw CatalogRejection(problems: problems) }
    self.products = products.sorted { $0.productID < $1.productID }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    products = try container.decode([CatalogProduct].self, forKey: .products)
      .sorted { $0.productID < $1.productID }
    let declared =
      try container.decodeIfPresent([String: CoinDeclaration].self, forKey: .coins) ?? [:]
    declarations = Dictionary(
      uniqueKeysWithValues: declared.map { (Coin($0.key), $0.value) })
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(products, forKey: .products)
    guard !declarations.isEmpty else { return }
    try container.encode(
      Dictionary(uniqueKeysWithValues: declarations.map { ($0.key.rawValue, $0.value) }),
      forKey: .coins)
  }

  private enum CodingKeys: String, CodingKey {
    case products, coins
  }

  package subscript(_ id: ProductID) -> CatalogProduct? {
    var (low, high) = (0, products.count)
    while low < high {
      let middle = (low + high) / 2
      if products[middle].productID < id { low = middle + 1 } else { high = middle }
    }
    return low < products.count && products[low].productID == id ? products[low] : nil
  }
}

/// The problems for which a list of products is not a valid catalog.
package struct CatalogRejection: Error, Hashable, CustomStringConvertible {
  /// The problems in the order of the products.
  package let problems: [CatalogProblem]

  package init(problems: [CatalogProblem]) {
    self.problems = problems
  }

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// The wallet that keeps a coin, declared once for each app.
package enum CoinWallet: String, Hashable, Sendable, Codable, CaseIterable {
  /// The coins are credited and spent here.
  case daicho
  /// The game books the coins itself, and acknowledges each grant.
  case game
}
