import Ledger

/// A file of the coins that another file's products grant, in the shape of our own catalogue.
enum CoinsFile {
  private static let fields = ["productId", "grants"]

  /// Hands each product the coins this file names for it.
  static func add(
    _ file: JSONFile, to products: inout [ListedProduct], of catalogue: JSONFile,
    _ troubles: inout FileTroubles
  ) {
    var named: Set<ProductID> = []
    for part in CatalogFile.items(of: file, &troubles) {
      troubles.noteFields(of: part, beside: fields, in: "a product of a file of coins")
      let productID = ProductID(part["productId"].text ?? "")
      guard let index = products.firstIndex(where: { $0.productID == productID }) else {
        troubles.note(
          part["productId"], "is no product of \(catalogue.name): correct it here, or add it there",
          of: productID)
        continue
      }
      guard named.insert(productID).inserted else {
        troubles.note(part["productId"], CatalogueProblem.Fault.productTwice.remedy)
        continue
      }
      add(part["grants"], to: &products[index], of: catalogue, &troubles)
    }
  }

  private static func add(
    _ grants: JSONPart, to product: inout ListedProduct, of catalogue: JSONFile,
    _ troubles: inout FileTroubles
  ) {
    if grants.isMissing {
      troubles.note(grants, "must list the coins, or be [] where there are none")
    } else if product.grants != nil {
      troubles.note(grants, "leave it out: \(catalogue.name) names the product's coins already")
    } else {
      product.grants = ListedGrants(grants, &troubles)
    }
  }
}
