package import Foundation

extension Catalogue {
  /// What a ledger is told of the goods and of the coins that they give at a moment, as its
  /// `catalog publish` reads it.
  /// - Parameter moment: milliseconds since 1970.
  package func catalogFile(at moment: Int64) throws -> Data {
    let file = CatalogFile(
      products: products.map { product in
        CatalogFile.Product(product, coinage.grants(of: product.id, at: moment))
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(file)
  }
}

private struct CatalogFile: Encodable {
  let products: [Product]

  struct Product: Encodable {
    let productId: String
    let type: String
    let subscriptionGroupId: String?
    let level: Int?
    let period: String?
    /// Empty where it gives none, so that nothing waits.
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
    /// Only where it is so.
    let duringTrial: Bool?

    init(_ grant: Coinage.Grant) {
      coin = grant.coin
      amount = grant.amount
      duringTrial = grant.duringTrial ? true : nil
    }
  }
}
