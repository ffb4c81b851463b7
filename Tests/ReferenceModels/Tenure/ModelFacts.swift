package import Ledger

/// The assertions about purchases by sources that count, as a plain list.
///
/// Every answer is computed from the list.
package struct ModelFacts {
  let transactions: [TransactionFact]
  let renewals: [RenewalFact]
  /// Every chain, in order. The same number in another app is another chain.
  let chains: [ModelChain]
  /// The customers: chains of one `appTransactionId`, named by any of their facts, and chains of which one
  /// replaced the other are counted together, and every other chain alone.
  package let customers: [ModelCustomer]

  /// Creates the list without assertions that only a shared secret vouches for: no day is counted
  /// by those.
  package init(_ events: [RecordedEvent], settings: ModelSettings = ModelSettings()) {
    transactions = events.compactMap { event in
      guard case .chain(.transactionObserved(let fact)) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
    renewals = events.compactMap { event in
      guard case .chain(.renewalObserved(let fact)) = event.event else { return nil }
      return fact.assertion.trust == .sharedSecret ? nil : fact
    }
    let said = Dictionary(grouping: transactions, by: \.chain)
    let foretold = Dictionary(grouping: renewals, by: \.chain)
    chains = Set(said.keys).union(foretold.keys).sorted().map { chain in
      ModelChain(
        chain, said[chain] ?? [], foretold[chain] ?? [], settings,
        listedPeriod: { Self.listedPeriod(of: $0, in: chain.bundleID, events) },
        appPrices: Self.prices(of: chain.bundleID, events))
    }
    customers = ModelCustomer.all(holding: chains)
  }

  /// Returns the length of a product by the newest catalog of its app that lists it: the one that is valid
  /// from the latest moment, and of two of them the one published last.
  private static func listedPeriod(
    of product: ProductID, in app: BundleID, _ events: [RecordedEvent]
  ) -> ModelLength? {
    let listing = events.compactMap { event -> CatalogPublished? in
      guard case .shared(.catalogPublished(let published)) = event.event,
        published.bundleID == app,
        published.catalog.products.contains(where: { $0.productID == product })
      else { return nil }
      return published
    }
    let newest = listing.enumerated().max {
      ($0.element.validFrom, $0.offset) < ($1.element.validFrom, $1.offset)
    }
    return newest?.element.catalog.products.first { $0.productID == product }?.period.flatMap(
      ModelLength.init)
  }

  /// Returns the prices of an app itself, by the last publication.
  private static func prices(of app: BundleID, _ events: [RecordedEvent]) -> [AppPrices.Row] {
    var prices: [AppPrices.Row] = []
    for event in events {
      if case .shared(.pricesPublished(let published)) = event.event, published.bundleID == app {
        prices = published.rows
      }
    }
    return prices
  }
}

/// The chains of one customer.
package struct ModelCustomer {
  let chains: [ModelChain]

  /// The smallest of the chains, which identifies the customer.
  package var name: ChainID { chains[0].chain }

  func periods(of group: SubscriptionGroupID) -> [ModelPeriod] {
    chains.flatMap { $0.periods(of: group) }
  }

  static func all(holding chains: [ModelChain]) -> [ModelCustomer] {
    var customers: [ModelCustomer] = []
    for chain in chains {
      let same = customers.filter { $0.chains.contains { $0.isOfOneCustomer(with: chain) } }
      customers.removeAll { customer in same.contains { $0.name == customer.name } }
      let own = (same.flatMap(\.chains) + [chain]).sorted { $0.chain < $1.chain }
      customers.append(ModelCustomer(chains: own))
    }
    return customers
  }
}
