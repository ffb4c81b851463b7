package import Foundation

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
  package var owner: ChainOwner { state.owner }
  /// The names of the present owners.
  package var owners: [AccountReference] { owner.references }
  package var firstOwner: AccountReference? { state.firstOwner }
  package var lastChange: OwnershipChanged? { changes.last }

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

extension ChainOwners {
  /// Decides on a restore by an account under the app's policy. A chain without an owner goes to
  /// the account. The caller must append an accepted change before another decision on this chain.
  ///
  /// - Parameters:
  ///   - aliases: all names of the account; a chain that belongs to one of them belongs to the
  ///     account.
  ///   - isWaiting: true if the owner is a token that names no known account.
  package func decide(
    restoringTo account: AccountReference, knownAs aliases: Set<AccountReference> = [],
    isWaiting: Bool = false, by policy: LinkPolicy, at moment: Instant
  ) -> OwnershipDecision {
    if !isWaiting, !aliases.union([account]).isDisjoint(with: owners) { return .alreadyOwner }
    let isOwned = owner != .none && !isWaiting
    if isOwned, isFamilyShare { return .rejected(.ownedByAnother) }
    switch policy {
    case .firstWins:
      guard owner != .none else { return claimed(by: account, at: moment) }
      return .rejected(isWaiting ? .tokenNotRegistered : .ownedByAnother)
    case .share:
      return changed(to: owners + [account], for: account, .shared, at: moment)
    case .transfer(let coolDown):
      if isOwned, let end = restoredAt.map({ $0 + coolDown }), moment < end {
        return .rejected(.coolingDown(until: end))
      }
      return changed(to: [account], for: account, .transferred, at: moment)
    }
  }

  /// Decides on the first claim of a chain whose owner was erased or whose token was freed.
  package func decide(
    claimingFor account: AccountReference, knownAs aliases: Set<AccountReference> = [],
    isWaiting: Bool, at moment: Instant
  ) -> OwnershipDecision {
    if !isWaiting, !aliases.union([account]).isDisjoint(with: owners) { return .alreadyOwner }
    guard owner == .none || isWaiting else { return .rejected(.ownedByAnother) }
    return claimed(by: account, at: moment)
  }

  /// Decides that the chain keeps an owner whose token is withdrawn, or loses an erased one.
  package func decide(
    _ cause: OwnershipChanged.Cause, owners: [AccountReference], of account: AccountReference,
    at moment: Instant
  ) -> OwnershipDecision {
    changed(to: owners, for: account, cause, at: moment)
  }

  /// Decides that this chain has the owners of the chain that it replaced, unless its own token
  /// speaks or a later change moved it.
  package func decide(inheriting owners: [AccountReference], at moment: Instant)
    -> OwnershipDecision
  {
    guard let account = owners.first, owner.token == nil, self.owners != owners.sorted(),
      lastChange.map({ $0.cause == .inherited }) ?? (firstOwner == nil)
    else { return .alreadyOwner }
    return changed(to: owners, for: account, .inherited, at: moment)
  }

  /// Decides on an operator's assignment of the chain, regardless of policy and cool-down, with its
  /// coins if wanted.
  package func decide(
    assigning account: AccountReference, withCoins: Bool = false, author: String, reason: String,
    at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    let grants =
      withCoins
      ? book.assigning(to: account, author: author, reason: reason, at: moment) : []
    guard owners != [account] || !grants.isEmpty else { return .alreadyOwner }
    return changed(
      to: [account], for: account, .assigned, author: author, reason: reason, grants: grants,
      at: moment)
  }

  /// Decides on an operator's request to undo the last change and the coins that it moved. Undoing
  /// twice restores the change.
  package func decide(
    undoingBy author: String, reason: String, at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    guard let lastChange, !before.isEmpty, lastChange.cause.isUndoable else {
      return .rejected(.nothingToUndo)
    }
    return changed(
      to: before, for: lastChange.account, .undone, author: author, reason: reason,
      grants: book.undoing(lastChange, author: author, reason: reason, at: moment), at: moment)
  }

  private func claimed(by account: AccountReference, at moment: Instant) -> OwnershipDecision {
    changed(to: [account], for: account, .claimed, at: moment)
  }

  private func changed(
    to owners: [AccountReference], for account: AccountReference,
    _ cause: OwnershipChanged.Cause, author: String? = nil, reason: String? = nil,
    grants: [GrantAssigned] = [], at moment: Instant
  ) -> OwnershipDecision {
    .accepted(
      OwnershipChanged(
        chain: chain, owners: owners, account: account, cause: cause,
        author: author, reason: reason, decidedAt: moment), from: owner, grants: grants)
  }
}

extension OwnershipChanged.Cause {
  fileprivate var isUndoable: Bool {
    switch self {
    case .transferred, .shared, .assigned, .undone, .inherited, .kept: true
    case .erased, .claimed: false
    }
  }
}

extension ChainOwners {
  /// The token that names the owner, as Apple signed it; nil for any other owner.
  package var signedToken: UUID? {
    guard let token = owner.token else { return nil }
    return state.transactions.values.compactMap(\.purchase.appAccountToken).first {
      chain.reference(to: AccountID(token: $0)) == token
    }
  }

  /// The accounts that have coins of the chain now, with what is not taken back; nil for coins that
  /// wait for an account. What a person had who was erased is left out: it belongs to nobody.
  package var holdings: [(account: AccountReference?, coin: Coin, amount: Int64)] {
    book.statuses.filter { status in
      !(status.account.map { book.owners.wasErased($0, after: status.grant) } ?? false)
    }.map { ($0.account, $0.grant.coin, $0.grant.amount - $0.takenBack) }
      .filter { $0.2 > 0 }
  }
}
