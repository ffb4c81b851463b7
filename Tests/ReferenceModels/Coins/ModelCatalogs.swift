import Ledger

/// The catalogs published so far, and their answers about a purchase.
struct ModelCatalogs {
  let published: [CatalogPublished]
  let rules: ModelCoinRules

  /// The coins of one product by the catalog of that number.
  struct Offer {
    let number: Int
    let grants: [ProductGrant]
  }

  /// Returns the length of a subscription by the newest catalog that lists it.
  func length(of product: ProductID) -> ModelLength? {
    let listing = published.indices.filter { index in
      published[index].catalog.products.contains { $0.productID == product }
    }
    let newest = listing.max { (published[$0].validFrom, $0) < (published[$1].validFrom, $1) }
    let entry = newest.flatMap { index in
      published[index].catalog.products.first { $0.productID == product }
    }
    guard let entry, entry.type == .autoRenewable else { return nil }
    return entry.period.flatMap { ModelLength($0) }
  }

  /// Returns the offer for a purchase, or nil if no catalog has settled it.
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

  /// Returns the answer of one catalog, or nil if that catalog leaves it open.
  func word(of index: Int, on purchase: Purchase) -> Offer? {
    guard
      let product = published[index].catalog.products.first(where: {
        $0.productID == purchase.productID
      })
    else { return nil }
    if let grants = product.grants { return Offer(number: index + 1, grants: grants) }
    return purchase.type == .consumable ? nil : Offer(number: index + 1, grants: [])
  }
}
