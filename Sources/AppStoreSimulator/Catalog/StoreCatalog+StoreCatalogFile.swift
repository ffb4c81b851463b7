package import Foundation

extension StoreCatalog {
  /// Returns the products and the coins that they grant at a moment, as the file that the ledger's
  /// `catalog publish` reads. The ledger keeps the coins.
  /// - Parameter moment: milliseconds since 1970.
  package func catalogFile(at moment: Int64) throws -> Data {
    let file = StoreCatalogFile(
      products: products.map { product in
        StoreCatalogFile.Product(product, coinage.grants(of: product.id, at: moment))
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(file)
  }
}

private struct StoreCatalogFile: Encodable {
  let coins: [String: Declaration]
  let products: [Product]

  init(products: [Product]) {
    self.products = products
    coins = Dictionary(
      products.flatMap(\.grants).map { ($0.coin, Declaration()) },
      uniquingKeysWith: { first, _ in first })
  }

  struct Declaration: Encodable {
    let wallet = "daicho"
  }

  struct Product: Encodable {
    let productId: String
    let type: String
    let subscriptionGroupId: String?
    let level: Int?
    let period: String?
    /// The grants; empty if the product grants no coins, so that its purchases wait for no
    /// definition.
    let grants: [Grant]

    init(_ product: AppStoreSimulator.Product, _ grants: [Coinage.Grant]) {
      productId = product.id
      type = product.kind.rawValue
      subscriptionGroupId = product.plan?.group
      level = product.plan?.level
      period = product.plan?.period.iso8601
      self.grants = grants.map(Grant.init)
    }
  }

  struct Grant: Encodable {
    let coin: String
    let amount: Int64
    /// True, or nil so that the field is left out.
    let duringTrial: Bool?

    init(_ grant: Coinage.Grant) {
      coin = grant.coin
      amount = grant.amount
      duringTrial = grant.duringTrial ? true : nil
    }
  }
}
