extension ChainOwners {
  /// What becomes of an account's claim. Whoever asks appends what is accepted before anybody else
  /// decides on this chain.
  ///
  /// - Parameter aliases: further names of the account: what belongs to one of them is its own.
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
    case .firstWins: return .refused(.ownedByAnother)
    case .share: return .accepted(changed(owners + [account], .shared))
    case .transfer(let coolDown):
      if let end = changedAt.map({ $0 + coolDown }), moment < end {
        return .refused(.coolingDown(until: end))
      }
      return .accepted(changed([account], .transferred))
    }
  }

  /// What becomes of an operator's word on whose the chain is: policy and cool-down do not matter.
  package func decide(
    assigning account: AccountReference, author: String, reason: String, at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .refused(.reasonMissing) }
    guard let bundleID else { return .unowned }
    guard owners != [account] else { return .alreadyOwner }
    return .accepted(
      OwnershipChanged(
        chain: chain, bundleID: bundleID, owners: [account], account: account, cause: .assigned,
        author: author, reason: reason, decidedAt: moment))
  }

  /// What becomes of an operator's wish to take the last change back. Taken back twice, it stands.
  package func decide(
    undoingBy author: String, reason: String, at moment: Instant
  ) -> OwnershipDecision {
    guard !author.isEmpty, !reason.isEmpty else { return .refused(.reasonMissing) }
    guard let lastChange, !before.isEmpty else { return .refused(.nothingToUndo) }
    return .accepted(
      OwnershipChanged(
        chain: chain, bundleID: lastChange.bundleID, owners: before, account: lastChange.account,
        cause: .undone, author: author, reason: reason, decidedAt: moment))
  }
}
