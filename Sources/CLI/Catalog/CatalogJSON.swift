import Ledger

/// Our own format of a catalog file: `{"products": [{"productId", "type", …}]}`.
enum CatalogJSON {
  private static let fields = [
    "productId", "type", "subscriptionGroupId", "level", "period", "grants",
  ]

  static func products(of file: JSONFile, _ troubles: inout FileProblems) -> [ListedProduct] {
    var products: [ListedProduct] = []
    for part in items(of: file, &troubles) {
      troubles.noteFields(of: part, beside: fields, in: "a product")
      var product = ListedProduct(
        part, spelling: ListedProduct.Spelling(), type: ProductType(part["type"].text ?? ""),
        &troubles)
      product.grants = ListedGrants(part["grants"], &troubles)
      products.append(product)
    }
    return products
  }

  /// Returns the entries of `products`.
  static func items(of file: JSONFile, _ troubles: inout FileProblems) -> [JSONPart] {
    troubles.noteFields(of: file.whole, beside: ["products"], in: "a catalog")
    guard let items = file.whole["products"].items else {
      troubles.note(file.whole["products"], "must be a list of products")
      return []
    }
    return items
  }
}
