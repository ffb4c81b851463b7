import Ledger

/// Our own format of a catalog file: `{"products": [{"productId", "type", …}]}`.
enum CatalogJSON {
  private static let fields = [
    "productId", "type", "subscriptionGroupId", "level", "period", "grants",
  ]

  static func products(of file: JSONFile, _ problems: inout FileProblems) -> [ListedProduct] {
    var products: [ListedProduct] = []
    for part in items(of: file, &problems) {
      problems.noteFields(of: part, beside: fields, in: "a product")
      var product = ListedProduct(
        part, spelling: ListedProduct.Spelling(), type: ProductType(part["type"].text ?? ""),
        &problems)
      product.grants = ListedGrants(part["grants"], &problems)
      products.append(product)
    }
    return products
  }

  /// Returns the entries of `products`.
  static func items(of file: JSONFile, _ problems: inout FileProblems) -> [JSONPart] {
    problems.noteFields(of: file.whole, beside: ["products"], in: "a catalog")
    guard let items = file.whole["products"].items else {
      problems.note(file.whole["products"], "must be a list of products")
      return []
    }
    return items
  }
}
