extension ChainOwners {
  /// Decides on an account's claim. The caller must append an accepted change before another
  /// decision on this chain.
  ///
  /// - Parameter aliases: other names of the account; a chain that belongs to one of them belongs
  ///   to the account.
  package func decide(
    claimBy account: AccountReference, knownAs aliases: Set<AccountReference> = [],
    by policy: LinkPolicy, at moment: Instant
  ) -> OwnershipDecision {
    guard let bundleID else { return .unowned }
    guard aliases.union([account]).isDisjoint(with: owners) else { return .alreadyOwner }
    func changed(_ owners: [AccountReference], _ cause: OwnershipChanged.Cause) -> OwnershipChanged
    {
      OwnershipChanged(
        chain: chain, bundleID: bundleID, owners: owners, account: account, cause: cause,
        decidedAt: moment)
    }
    switch policy {
    case .firstWins: return .rejected(.ownedByAnother)
    case .share: return .accepted(changed(owners + [account], .shared))
    case .transfer(let coolDown):
      if let end = changedAt.map({ $0 + coolDown }), moment < end {
        return .rejected(.coolingDown(until: end))
      }
      return .accepted(changed([account], .transferred))
    }
  }

  /// Decides on an operator's assignment of the chain, regardless of policy and cool-down.
  package func decide(
    assigning account: AccountReference, author: String, reason: String, at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    guard let bundleID else { return .unowned }
    guard owners != [account] else { return .alreadyOwner }
    return .accepted(
      OwnershipChanged(
        chain: chain, bundleID: bundleID, owners: [account], account: account, cause: .assigned,
        author: author, reason: reason, decidedAt: moment))
  }

  /// Decides on an operator's request to undo the last change. Undoing twice restores the change.
  package func decide(
    undoingBy author: String, reason: String, at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .rejected(.reasonMissing) }
    guard let lastChange, !before.isEmpty else { return .rejected(.nothingToUndo) }
    return .accepted(
      OwnershipChanged(
        chain: chain, bundleID: lastChange.bundleID, owners: before, account: lastChange.account,
        cause: .undone, author: author, reason: reason, decidedAt: moment))
  }
}
