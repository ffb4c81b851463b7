/// The taxes that are assumed to be in a price, by storefront and date. They are estimates: Apple's files
/// tell the proceeds, and no signed transaction tells the tax.
package struct TaxTable: Hashable, Sendable {
  package struct Row: Hashable, Sendable, Codable {
    /// The App Store by Apple's three-letter code.
    package let storefront: String
    /// The only product of the row; nil for every product.
    package let productID: ProductID?
    /// The first moment at which the tax holds; nil for the beginning.
    package let from: Instant?
    /// The tax as thousandths of the price without it: 190 is 19 %.
    package let thousandths: Int

    package init(
      storefront: String, productID: ProductID? = nil, from: Instant? = nil, thousandths: Int
    ) {
      self.storefront = storefront
      self.productID = productID
      self.from = from
      self.thousandths = thousandths
    }
  }

  private struct Key: Hashable {
    let storefront: String
    let productID: ProductID?
  }

  /// The rows of each storefront and product, the latest first.
  private let rows: [Key: [Row]]

  /// A table without taxes: a price is taken for one without tax.
  package static let none = TaxTable(rows: [])

  package init(rows: [Row]) {
    self.rows = Dictionary(grouping: rows) {
      Key(storefront: $0.storefront, productID: $0.productID)
    }.mapValues { rows in
      rows.sorted { ($0.from ?? .distantPast) > ($1.from ?? .distantPast) }
    }
  }

  /// The rows by storefront, product and time.
  package var sortedRows: [Row] {
    rows.values.joined().sorted { left, right in
      (left.storefront, left.productID?.rawValue ?? "", left.from ?? .distantPast)
        < (right.storefront, right.productID?.rawValue ?? "", right.from ?? .distantPast)
    }
  }

  /// Returns the tax of a product in a storefront at a moment, in thousandths of the price without it; nil
  /// if no row tells it. A row of the product goes before one of every product.
  package func thousandths(
    of productID: ProductID, in storefront: String, at moment: Instant
  ) -> Int? {
    [productID, nil].lazy.compactMap { product in
      rows[Key(storefront: storefront, productID: product)]?
        .first { $0.from.map { $0 <= moment } ?? true }
    }.first?.thousandths
  }
}
