/// The catalog of an app: its products with their kinds, groups and levels, and the coins that they
/// grant.
///
/// Decoding is for published catalogs and validates nothing, so that they can always be read. A
/// submitted catalog is decoded as a list of products and validated by `init(_:)`.
package struct Catalog: Hashable, Sendable, Codable {
  /// The products, ordered by their identifiers.
  package let products: [CatalogProduct]

  /// - Throws: all problems of the products, if there are any.
  package init(_ products: [CatalogProduct]) throws(CatalogRejection) {
    let problems = CatalogProblem.all(in: products)
    guard problems.isEmpty else { throw CatalogRejection(problems: problems) }
    self.products = products.sorted { $0.productID < $1.productID }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    products = try container.decode([CatalogProduct].self, forKey: .products)
      .sorted { $0.productID < $1.productID }
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

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
