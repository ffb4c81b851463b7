/// The catalogs of one app in the order of their publication.
package struct Catalogs: Hashable, Sendable {
  package private(set) var published: [CatalogPublished] = []

  package init() {}

  package mutating func publish(_ catalog: CatalogPublished) {
    published.append(catalog)
  }

  /// Returns the catalog in force at a moment: of the catalogs valid by then, the one with the
  /// latest start; of several with that start, the one published last. Nil before the first.
  package func inForce(at moment: Instant) -> Catalog? {
    inForce(at: moment) { _ in true }.map { published[$0].catalog }
  }

  /// Returns the number of the catalog in force at a moment: 1, 2, 3 … in the order of publication.
  package func numberInForce(at moment: Instant) -> Int? {
    inForce(at: moment) { _ in true }.map { $0 + 1 }
  }

  /// Returns the entry of a product at a moment: from the catalog in force or, if that omits the
  /// product, from the last one before it that lists the product. A product that is no longer sold
  /// may still be running.
  package func product(_ productID: ProductID, at moment: Instant) -> CatalogProduct? {
    inForce(at: moment) { $0[productID] != nil }.flatMap { published[$0].catalog[productID] }
  }

  /// Returns the entry of a subscription at a moment: as `product(_:at:)`, or else from the first
  /// catalog after the moment that lists it, because Apple changes neither the group nor the period
  /// of a subscription that is sold.
  package func subscription(_ productID: ProductID, at moment: Instant) -> CatalogProduct? {
    let entry = entry(of: productID, at: moment)
    return entry?.type == .autoRenewable ? entry : nil
  }

  /// Returns the kind of a product bought at a moment, found as in `subscription(_:at:)`, because Apple
  /// changes no kind. Nil while no catalog lists the product.
  package func type(of productID: ProductID, at moment: Instant) -> ProductType? {
    entry(of: productID, at: moment)?.type
  }

  private func entry(of productID: ProductID, at moment: Instant) -> CatalogProduct? {
    let later = published.indices
      .filter { published[$0].catalog[productID] != nil }
      .min { (published[$0].validFrom, $0) < (published[$1].validFrom, $1) }
    return product(productID, at: moment) ?? later.flatMap { published[$0].catalog[productID] }
  }

  /// Returns the entry of a subscription in the newest catalog that lists it.
  package func subscription(_ productID: ProductID) -> CatalogProduct? {
    subscription(productID, at: Instant(milliseconds: .max))
  }

  /// Returns the grants of a product bought at a moment, with the number of the catalog that
  /// determines them; nil if no catalog does.
  ///
  /// The catalog in force at that moment determines the grants. If it omits the product, the last
  /// catalog before it that lists the product does, because old copies of the app can still sell
  /// the product. If no catalog had listed a consumable by then, the first one published that lists
  /// it does, whenever that catalog becomes valid.
  package func offer(of productID: ProductID, type: ProductType, at moment: Instant) -> GrantOffer?
  {
    let settling = inForce(at: moment) { $0[productID]?.settlesGrants(of: type) ?? false }
    if let settling { return offer(settling, of: productID) }
    guard type == .consumable else { return nil }
    return published.indices
      .first { published[$0].catalog[productID]?.settlesGrants(of: type) ?? false }
      .flatMap { offer($0, of: productID) }
  }

  /// Returns the wallet that keeps a coin, as any catalog declared it; nil for a coin of older logs
  /// that none declares.
  package func wallet(of coin: Coin) -> CoinWallet? {
    published.lazy.compactMap { $0.catalog.declarations[coin]?.wallet }.first
  }

  /// Returns the declaration of a coin at a moment: of the catalog in force or, if that omits the coin, of the
  /// last one before it that declares it.
  func declaration(of coin: Coin, at moment: Instant) -> CoinDeclaration? {
    inForce(at: moment) { $0.declarations[coin] != nil }
      .flatMap { published[$0].catalog.declarations[coin] }
  }

  /// The coins that a catalog grants and that none declares, sorted.
  package var undeclaredCoins: [Coin] {
    let granted = published.flatMap { published in
      published.catalog.products.flatMap { ($0.grants ?? []).map(\.coin) }
    }
    return Set(granted).filter { wallet(of: $0) == nil }.sorted()
  }

  /// Returns true if a catalog declares the coin or grants it.
  package func knows(_ coin: Coin) -> Bool {
    published.contains { published in
      published.catalog.declarations[coin] != nil
        || published.catalog.products.contains { product in
          product.grants?.contains { $0.coin == coin } ?? false
        }
    }
  }

  /// Returns true if a product of a catalog unlocks the name.
  package func unlocks(_ name: String) -> Bool {
    published.contains { published in
      published.catalog.products.contains { $0.unlocks.contains(name) }
    }
  }

  /// Returns the grants of a product in the catalog with this number.
  package func offer(of productID: ProductID, number: Int) -> GrantOffer? {
    published.indices.contains(number - 1) ? offer(number - 1, of: productID) : nil
  }

  private func inForce(at moment: Instant, where speaks: (Catalog) -> Bool) -> Int? {
    published.indices
      .filter { published[$0].validFrom <= moment && speaks(published[$0].catalog) }
      .max { (published[$0].validFrom, $0) < (published[$1].validFrom, $1) }
  }

  private func offer(_ index: Int, of productID: ProductID) -> GrantOffer? {
    published[index].catalog[productID].map {
      GrantOffer(catalog: index + 1, grants: $0.grants ?? [])
    }
  }
}

/// The grants of one product in one catalog.
package struct GrantOffer: Hashable, Sendable {
  /// The number of the app's catalog: 1, 2, 3 … in the order of publication.
  package let catalog: Int
  package let grants: [ProductGrant]
}
