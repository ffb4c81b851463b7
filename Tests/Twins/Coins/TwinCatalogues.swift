import Ledger

/// What the catalogues published so far say of a purchase.
struct TwinCatalogues {
  let published: [CataloguePublished]
  let rules: TwinCoinRules

  /// The coins of one product, by the catalogue of a number.
  struct Offer {
    let number: Int
    let grants: [ProductGrant]
  }

  /// Nil for what nobody has settled.
  func offer(for purchase: Purchase) -> Offer? {
    let held = published.indices.filter {
      published[$0].validFrom <= purchase.purchaseDate
    }.sorted { (published[$0].validFrom, $0) < (published[$1].validFrom, $1) }
    for index in held.reversed() {
      if let offer = word(of: index, on: purchase) { return offer }
    }
    guard purchase.type == .consumable, rules.pricesLater else { return nil }
    return published.indices.compactMap { word(of: $0, on: purchase) }.first
  }

  /// What one catalogue says; nil where it leaves that open.
  func word(of index: Int, on purchase: Purchase) -> Offer? {
    guard
      let product = published[index].catalogue.products.first(where: {
        $0.productID == purchase.productID
      })
    else { return nil }
    if let grants = product.grants { return Offer(number: index + 1, grants: grants) }
    return purchase.type == .consumable ? nil : Offer(number: index + 1, grants: [])
  }
}
