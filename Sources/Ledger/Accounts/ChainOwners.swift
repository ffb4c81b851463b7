/// Whom a chain belongs to, and whom before its last change: a fold of the chain's stream in its order.
package struct ChainOwners: Hashable, Sendable {
  package let chain: ChainID
  /// Sorted; empty while the chain is nobody's.
  package private(set) var owners: [AccountReference] = []
  /// Who owned it first.
  package private(set) var firstOwner: AccountReference?
  /// When the chain last changed hands; nil while it is with its first owner.
  package var changedAt: Instant? { lastChange?.decidedAt }
  /// To whom it belonged before its last change.
  private(set) var before: [AccountReference] = []
  private(set) var lastChange: OwnershipChanged?
  private(set) var bundleID: BundleID?

  package init(_ chain: ChainID) {
    self.chain = chain
  }

  /// Takes in the next event of the chain. Of several first owners the first one stands.
  package mutating func evolve(with event: LedgerEvent) {
    switch event {
    case .chainOwned(let decision):
      precondition(decision.chain == chain, "owners are those of one chain")
      guard bundleID == nil else { return }
      bundleID = decision.bundleID
      owners = [decision.account]
      firstOwner = decision.account
    case .ownershipChanged(let decision):
      precondition(decision.chain == chain, "owners are those of one chain")
      bundleID = bundleID ?? decision.bundleID
      before = owners
      owners = decision.owners
      lastChange = decision
    case .transactionObserved, .renewalObserved, .noticeReceived, .chainClaimed, .accountErased,
      .programmeEntered, .termsPublished, .cataloguePublished, .grantMade, .coinsMoved,
      .accountAliased, .aliasClaimed, .grantAcknowledged, .consentChanged, .openingDeclared,
      .epochOpened:
      break
    }
  }
}
