/// The owners of a chain with all changes so far: a fold of the chain's stream in order, on which
/// changes of owner are decided.
package struct ChainOwners: Hashable, Sendable {
  /// The grants and the joined state of the chain.
  package private(set) var book: GrantBook
  /// The changes of owner, in order.
  private(set) var changes: [OwnershipChanged] = []
  /// The names of the owners before the last change.
  private(set) var before: [AccountReference] = []
  /// The chains that replaced this one.
  package private(set) var successors: Set<OriginalTransactionID> = []
  private var count: Int64 = 0

  package init(_ chain: ChainID) {
    book = GrantBook(chain)
  }

  package var chain: ChainID { book.chain.chain }
  package var state: ChainState { book.chain }
  package var bundleID: BundleID? { state.bundleID }
  package var owner: ChainOwner { state.owner }
  /// The names of the present owners.
  package var owners: [AccountReference] { owner.references }
  package var firstOwner: AccountReference? { state.firstOwner }
  package var lastChange: OwnershipChanged? { changes.last }
  /// The time of the last change of owner.
  package var changedAt: Instant? { lastChange?.decidedAt }

  /// The time of the last restore that moved the chain; nil if none did.
  var restoredAt: Instant? {
    changes.last { $0.cause == .transferred || $0.cause == .shared }?.decidedAt
  }

  /// True if every transaction of the chain is shared by a family member.
  package var isFamilyShare: Bool {
    !state.transactions.isEmpty
      && state.transactions.values.allSatisfy { $0.purchase.ownership == .familyShared }
  }

  /// True if the chain holds consumables only, which no restore moves.
  package var isConsumable: Bool {
    !state.transactions.isEmpty
      && state.transactions.values.allSatisfy { $0.purchase.type == .consumable }
  }

  /// Applies the next event of the chain.
  package mutating func evolve(with event: LedgerEvent) {
    count += 1
    switch event.ofChain?.topic {
    case .ownership(.changed(let change)):
      before = owners
      changes.append(change)
    case .ownership(.replaced(let replacement)): successors.insert(replacement.successor)
    case .ownership(.first), .ownership(.posted), .fact, .grant, .notification, nil: break
    }
    // The fold needs the order only; the position within the stream gives it.
    book.record(
      RecordedEvent(
        id: EventID(lane: 0, position: count), recordedAt: event.assertedAt, event: event,
        evidence: nil))
  }
}
