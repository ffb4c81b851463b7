/// The catalogues of one app in the order in which they were published.
package struct Catalogues: Hashable, Sendable {
  package private(set) var published: [CataloguePublished] = []

  package init() {}

  package mutating func publish(_ catalogue: CataloguePublished) {
    published.append(catalogue)
  }

  /// What holds at a moment: of the catalogues valid from then or before, the one with the latest
  /// start; of those with the same start, the one published last. Nil before the first.
  package func inForce(at moment: Instant) -> Catalogue? {
    inForce(at: moment) { _ in true }.map { published[$0].catalogue }
  }

  /// The number of the catalogue that holds at a moment: 1, 2, 3 … as they were published.
  package func numberInForce(at moment: Instant) -> Int? {
    inForce(at: moment) { _ in true }.map { $0 + 1 }
  }

  /// What is said of a product at a moment: by the catalogue in force or, where that leaves it out,
  /// by the last one before it that did not. What is no longer sold may still be running.
  package func product(_ productID: ProductID, at moment: Instant) -> CatalogueProduct? {
    inForce(at: moment) { $0[productID] != nil }.flatMap { published[$0].catalogue[productID] }
  }

  /// What a purchase of a product made at a moment grants, and which catalogue says so.
  ///
  /// That is what the catalogue in force then says. Where it leaves the product out, the last one
  /// before it that did not: what is no longer sold can still be bought by old copies of the app. A
  /// consumable of which none had spoken by then gets what the first one published says of it,
  /// whenever that begins to hold. Nil for what nobody has settled.
  package func offer(of productID: ProductID, type: ProductType, at moment: Instant) -> GrantOffer?
  {
    let settling = inForce(at: moment) { $0[productID]?.settlesGrants(of: type) ?? false }
    if let settling { return offer(settling, of: productID) }
    guard type == .consumable else { return nil }
    return published.indices
      .first { published[$0].catalogue[productID]?.settlesGrants(of: type) ?? false }
      .flatMap { offer($0, of: productID) }
  }

  /// What the catalogue of this number says of a product.
  package func offer(of productID: ProductID, number: Int) -> GrantOffer? {
    published.indices.contains(number - 1) ? offer(number - 1, of: productID) : nil
  }

  private func inForce(at moment: Instant, where speaks: (Catalogue) -> Bool) -> Int? {
    published.indices
      .filter { published[$0].validFrom <= moment && speaks(published[$0].catalogue) }
      .max { (published[$0].validFrom, $0) < (published[$1].validFrom, $1) }
  }

  private func offer(_ index: Int, of productID: ProductID) -> GrantOffer? {
    published[index].catalogue[productID].map {
      GrantOffer(catalogue: index + 1, grants: $0.grants ?? [])
    }
  }
}

/// What one catalogue grants for one product.
package struct GrantOffer: Hashable, Sendable {
  /// The number of the catalogue: 1, 2, 3 … as the app's were published.
  package let catalogue: Int
  package let grants: [ProductGrant]
}
