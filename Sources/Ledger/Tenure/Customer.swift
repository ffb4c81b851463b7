/// A customer, counted over several chains of one app and environment: those with one customer of Apple's,
/// and those that replaced one another, over any number of steps.
package struct Customer: Hashable, Sendable {
  /// The chains in the order of their identifiers, at least one.
  package let chains: [ChainID]
  /// Apple's name in the first chain that has one, or else the identifier of the first chain.
  package let name: String

  /// Groups chains by customer, each in the order of their identifiers.
  package static func grouping(_ chains: some Sequence<ChainState>) -> [Customer: [ChainState]] {
    grouping(chains, by: CustomerLinks.init(of:))
  }

  /// Groups items by the customers of their chains, one item a chain.
  package static func grouping<Item>(
    _ items: some Sequence<Item>, by links: (Item) -> CustomerLinks
  ) -> [Customer: [Item]] {
    let linked = items.map { (item: $0, links: links($0)) }
      .sorted { $0.links.chain < $1.links.chain }
    var places: [CustomerLinks.Name: Int] = [:]
    for (place, set) in ConnectedSets(linked.map(\.links.names)).sets.enumerated() {
      for name in set { places[name] = place }
    }
    let groups = Dictionary(grouping: linked) { places[.chain($0.links.chain)] }.values
    return Dictionary(
      uniqueKeysWithValues: groups.map { group in
        (Customer(group.map(\.links)), group.map(\.item))
      })
  }

  /// - Parameter links: the links of the chains in their order, at least one.
  private init(_ links: [CustomerLinks]) {
    chains = links.map(\.chain)
    name =
      links.lazy.compactMap(\.appTransactionID).first?.rawValue
      ?? chains[0].originalTransactionID.rawValue
  }
}

extension Customer: Comparable {
  /// Customers are in the order of their first chains.
  package static func < (left: Customer, right: Customer) -> Bool {
    left.chains[0] < right.chains[0]
  }
}

/// The names by which a chain is linked with the other chains of its customer.
package struct CustomerLinks: Hashable, Sendable {
  /// A name that several chains of a customer may have.
  package enum Name: Hashable, Sendable {
    case appTransaction(BundleID, StoreEnvironment, AppTransactionID)
    case chain(ChainID)

    /// The identifier alone.
    package var text: String {
      switch self {
      case .appTransaction(_, _, let id): id.rawValue
      case .chain(let chain): chain.originalTransactionID.rawValue
      }
    }

    package var isChain: Bool {
      if case .chain = self { true } else { false }
    }
  }

  package let chain: ChainID
  /// Apple's identifier of the customer in the app.
  package let appTransactionID: AppTransactionID?
  /// The chains that this one replaced.
  package let replaced: Set<OriginalTransactionID>

  package init(
    _ chain: ChainID, appTransactionID: AppTransactionID?, replaced: Set<OriginalTransactionID>
  ) {
    self.chain = chain
    self.appTransactionID = appTransactionID
    self.replaced = replaced
  }

  package init(of chain: ChainState) {
    self.init(
      chain.chain, appTransactionID: chain.appTransactionID, replaced: chain.replacedChains)
  }

  package var names: Set<Name> {
    var names = Set(replaced.map { Name.chain(chain.sibling($0)) })
    names.insert(.chain(chain))
    if let appTransactionID {
      names.insert(.appTransaction(chain.bundleID, chain.environment, appTransactionID))
    }
    return names
  }
}

extension ChainState {
  /// The identifier in the latest transaction that carries one, or else in the renewal. Only
  /// sources of trust 1 and 2 count, because the identifier decides which days are added together.
  package var appTransactionID: AppTransactionID? {
    let named = transactions.values
      .filter { $0.trust >= .receipt && $0.purchase.appTransactionID != nil }
      .max { $0.order < $1.order }
    return named?.purchase.appTransactionID ?? trustedPlan?.appTransactionID
  }

  /// The chains that this one replaced, by sources of trust 1 and 2.
  package var replacedChains: Set<OriginalTransactionID> {
    let told = transactions.values.filter { $0.trust >= .receipt }
      .compactMap(\.purchase.previousOriginalTransactionID)
    return Set(told).subtracting([chain.originalTransactionID])
  }

  /// The plan, if a source of trust 1 or 2 asserted it.
  var trustedPlan: RenewalPlan? {
    renewal.flatMap { $0.confirmation.trust >= .receipt ? $0.plan : nil }
  }
}
