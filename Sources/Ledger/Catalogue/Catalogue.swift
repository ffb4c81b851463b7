/// The products of an app: their kinds, groups and levels, and the coins they grant.
///
/// Decoding is for what was published: it checks nothing, so that it can be read for ever. What
/// somebody hands in is decoded as products, and checked by making a catalogue of them.
package struct Catalogue: Hashable, Sendable, Codable {
  /// In the order of their ids.
  package let products: [CatalogueProduct]

  /// - Throws: everything that is wrong with them, if anything is.
  package init(_ products: [CatalogueProduct]) throws(CatalogueRejection) {
    let problems = CatalogueProblem.all(in: products)
    guard problems.isEmpty else { throw CatalogueRejection(problems: problems) }
    self.products = products.sorted { $0.productID < $1.productID }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    products = try container.decode([CatalogueProduct].self, forKey: .products)
      .sorted { $0.productID < $1.productID }
  }

  package subscript(_ id: ProductID) -> CatalogueProduct? {
    var (low, high) = (0, products.count)
    while low < high {
      let middle = (low + high) / 2
      if products[middle].productID < id { low = middle + 1 } else { high = middle }
    }
    return low < products.count && products[low].productID == id ? products[low] : nil
  }

  /// What tenure needs of it.
  package var tenureProducts: [ProductID: TenureProduct] {
    let subscriptions = products.filter { $0.type == .autoRenewable }.map {
      (
        $0.productID,
        TenureProduct(
          subscriptionGroupID: $0.subscriptionGroupID, billingPeriod: $0.period)
      )
    }
    return Dictionary(subscriptions, uniquingKeysWith: { first, _ in first })
  }
}

/// Why a list of products is no catalogue.
package struct CatalogueRejection: Error, Hashable, CustomStringConvertible {
  /// In the order of the products.
  package let problems: [CatalogueProblem]

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
