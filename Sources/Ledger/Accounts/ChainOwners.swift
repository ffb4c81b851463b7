/// The owners of a chain, now and before its last change: a fold of the chain's stream in order.
package struct ChainOwners: Hashable, Sendable {
  package let chain: ChainID
  /// The owners, sorted; empty while the chain has no owner.
  package private(set) var owners: [AccountReference] = []
  /// The first owner.
  package private(set) var firstOwner: AccountReference?
  /// The time of the last change of owner; nil while the first owner has the chain.
  package var changedAt: Instant? { lastChange?.decidedAt }
  /// The owners before the last change.
  private(set) var before: [AccountReference] = []
  private(set) var lastChange: OwnershipChanged?
  private(set) var bundleID: BundleID?

  package init(_ chain: ChainID) {
    self.chain = chain
  }

  /// Applies the next event of the chain. Of several first owners, the first one counts.
  package mutating func evolve(with event: LedgerEvent) {
    guard case .ownership(let decision) = event.ofChain?.topic else { return }
    precondition(decision.chain == chain, "owners are those of one chain")
    switch decision {
    case .first(let decision):
      guard bundleID == nil else { return }
      bundleID = decision.bundleID
      owners = [decision.account]
      firstOwner = decision.account
    case .changed(let decision):
      bundleID = bundleID ?? decision.bundleID
      before = owners
      owners = decision.owners
      lastChange = decision
    }
  }
}
