/// The charges that an event of the shared lane rates again.
package struct Rerating: Hashable, Sendable {
  /// The environment of the charges; nil for all.
  package let environment: StoreEnvironment?
  /// The first moment of the charges.
  package let from: Instant
  /// The app and its products of which a catalog, or a publication of prices, tells what Apple left out; nil
  /// if the event concerns every charge.
  package let listing: Listing?

  package struct Listing: Hashable, Sendable {
    package let bundleID: BundleID
    package let products: Set<ProductID>
  }

  /// Nil for an event that changes no rate and no charge.
  package init?(_ event: SharedEvent) {
    switch event {
    case .programEntered(let program): self.init(environment: nil, from: program.from)
    case .termsPublished(let terms): self.init(environment: terms.environment, from: .distantPast)
    case .catalogPublished(let published):
      let products = published.catalog.products.filter { $0.type == .autoRenewable }
      self.init(
        environment: nil, from: .distantPast,
        listing: Listing(
          bundleID: published.bundleID, products: Set(products.map(\.productID))))
    case .pricesPublished(let published):
      self.init(
        environment: .production, from: .distantPast,
        listing: Listing(
          bundleID: published.bundleID, products: [ProductID(published.bundleID.rawValue)]))
    case .cutOverDeclared, .epochOpened, .rulesChanged, .taxesPublished, .settlementRecorded,
      .periodClosed, .actRecorded, .appleFileKept, .evidenceLost:
      return nil
    }
  }

  private init(environment: StoreEnvironment?, from: Instant, listing: Listing? = nil) {
    self.environment = environment
    self.from = from
    self.listing = listing
  }

  /// Returns true if the rate of a charge of this chain may change.
  func concerns(_ chain: ChainState) -> Bool {
    guard let listing else { return true }
    return chain.chain.bundleID == listing.bundleID
      && !chain.productsOfCharges.isDisjoint(with: listing.products)
  }
}
