/// The accounts of the grants.
extension GrantBook {
  /// The tokens that may name the account of a grant.
  package var tokens: Set<AccountReference> { owners.rule(in: chain).tokens }

  /// The accounts that have or may receive coins of the chain, apart from those that its tokens name.
  package var accounts: Set<AccountReference> {
    let holders = grants.filter { $0.wallet == .game }.flatMap { self.holders(of: $0.id) }
    return owners.changed.union(
      chain.owner.references + holders + [chain.firstOwner].compactMap(\.self))
  }

  /// Returns the account of a grant; nil while its coins wait, and for an unknown grant.
  package func account(of grant: GrantID) -> AccountReference? {
    grants.first { $0.id == grant }.flatMap(account(of:))
  }

  /// All accounts that have or had a grant.
  package func holders(of grant: GrantID) -> Set<AccountReference> {
    guard let made = entries[grant]?.made else { return [] }
    return owners.formerAccounts(of: made, in: chain)
      .union([account(of: made)].compactMap(\.self))
  }

  /// Returns the assignments to be decided now: of grants that waited without an account, of grants to
  /// an account that has lost its link by id, and of coins that a game keeps, whose account is not the
  /// one that is answered any more.
  package func reassignments(_ tokens: TokenNames, at moment: Instant) -> [GrantAssigned] {
    let purchases = chain.purchases
    let rule = GrantReassignmentRule(chain, owners, tokens)
    return grants.compactMap { grant in
      rule.assignment(of: grant, purchases[grant.transactionID], at: moment)
    }
  }

  /// Returns the decisions on the grants of coins kept here for which wallets have no room, and on those that
  /// they have followed since.
  ///
  /// - Parameter full: the grants that wallets could not follow now.
  package func decisions(onFull full: Set<GrantID>, at moment: Instant) -> [GrantAssigned] {
    grants.filter { $0.wallet != .game && owners.isFull($0.id) != full.contains($0.id) }.map {
      owners.assign(
        $0, in: chain, to: account(of: $0), full.contains($0.id) ? .full : .fits, at: moment)
    }
  }

  /// Returns the assignments of all grants to an account by an operator.
  func assigning(
    to account: AccountReference, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.filter { self.account(of: $0) != account }.map {
      owners.assign($0, in: chain, to: account, .moved, author: author, reason: reason, at: moment)
    }
  }

  /// Returns the assignments that undo those of a change of owner.
  func undoing(
    _ change: OwnershipChanged, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.compactMap { grant in
      guard let last = owners.lastAssignment(of: grant), last.decidedAt == change.decidedAt,
        last.cause == .moved || last.cause == .undone
      else { return nil }
      return owners.assign(
        grant, in: chain, to: last.from, .undone, author: author, reason: reason, at: moment)
    }
  }

  func account(of grant: GrantMade) -> AccountReference? {
    owners.account(of: grant, in: chain)
  }
}
