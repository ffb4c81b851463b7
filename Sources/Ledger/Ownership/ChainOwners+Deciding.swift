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
    guard let bundleID else { return .alreadyOwner }
    return .accepted(
      OwnershipChanged(
        chain: chain, bundleID: bundleID, owners: owners, account: account, cause: cause,
        author: author, reason: reason, decidedAt: moment), grants: grants)
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
