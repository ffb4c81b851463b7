import Ledger

/// A file of the coins that another file's products grant, and of what they unlock, in our own catalog
/// format.
enum CoinsFile {
  private static let fields = ["productId", "unlocks", "grants"]

  /// Gives each product the coins that the coins file names for it.
  static func add(
    _ file: JSONFile, to products: inout [ListedProduct], of catalog: JSONFile,
    _ problems: inout FileProblems
  ) {
    var named: Set<ProductID> = []
    for part in CatalogJSON.items(of: file, &problems) {
      problems.noteFields(of: part, beside: fields, in: "a product of a file of coins")
      let productID = ProductID(part["productId"].text ?? "")
      guard let index = products.firstIndex(where: { $0.productID == productID }) else {
        problems.note(
          part["productId"], "is no product of \(catalog.name): correct it here, or add it there",
          of: productID)
        continue
      }
      guard named.insert(productID).inserted else {
        problems.note(part["productId"], CatalogProblem.Fault.productTwice.remedy)
        continue
      }
      if !part["unlocks"].isMissing {
        products[index].unlocks = ListedProduct.names(part["unlocks"], &problems)
        if part["grants"].isMissing { continue }
      }
      add(part["grants"], to: &products[index], of: catalog, &problems)
    }
  }

  private static func add(
    _ grants: JSONPart, to product: inout ListedProduct, of catalog: JSONFile,
    _ problems: inout FileProblems
  ) {
    if grants.isMissing {
      problems.note(grants, "must list the coins, or be [] where there are none")
    } else if product.grants != nil {
      problems.note(grants, "leave it out: \(catalog.name) names the product's coins already")
    } else {
      product.grants = ListedGrants(grants, &problems)
    }
  }
}
