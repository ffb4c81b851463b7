/// The accounts that grants belong to.
extension GrantBook {
  /// The tokens that may name the account of a grant.
  package var tokens: Set<AccountReference> {
    Set(TokenSpeech.all(of: chain).map(\.token)).union(
      chain.transactions.values.compactMap { token(of: $0.purchase) })
  }

  /// The accounts that may receive coins of the chain, apart from those that its tokens name.
  package var accounts: Set<AccountReference> {
    let changed = changes.values.flatMap { $0.owners + [$0.account] }
    return Set(chain.owner.references + changed + [chain.firstOwner].compactMap(\.self))
  }

  /// Returns the account that receives the coins of a transaction granted now; nil while they wait.
  /// A merged account's coins go to the account it was merged into.
  func coinOwner(of id: TransactionID, _ tokens: TokenNames) -> AccountReference? {
    unmergedCoinOwner(of: id, tokens).map(tokens.target(of:))
  }

  /// A token gives the coins to the account that it names, unless a restore or an operator moved
  /// the chain between the purchase at which the token last spoke and this purchase. Without a
  /// token the coins go to the owner of the chain.
  private func unmergedCoinOwner(
    of id: TransactionID, _ tokens: TokenNames
  ) -> AccountReference? {
    guard let purchase = chain.purchases[id]?.purchase else { return nil }
    if chain.firstOwner != nil, changes.values.allSatisfy({ $0.rules == nil }) {
      return purchase.type == .autoRenewable ? chain.presentOwner : chain.firstOwner
    }
    let owner = tokens.account(
      of: chain.owner, preferring: chain.firstOwner,
      isInherited: chain.ownershipChange?.cause == .inherited)
    guard let token = token(of: purchase) else { return owner }
    if let move = move(since: token, until: purchase) {
      return move.owners.contains(move.account) ? move.account : move.owners.first
    }
    switch tokens.name(of: token) {
    case .account(let account): return account
    case .freed: return owner
    case .unknown: return nil
    }
  }

  private func token(of purchase: Purchase) -> AccountReference? {
    guard let token = purchase.appAccountToken, let bundleID = chain.bundleID else { return nil }
    return AccountReference(chain.chain.environment, bundleID, AccountID(token: token))
  }

  /// Returns the last move of the chain by a restore or an operator between the purchase at which a
  /// token last spoke and a purchase.
  private func move(
    since token: AccountReference, until purchase: Purchase
  ) -> OwnershipChanged? {
    let speech = TokenSpeech.all(of: chain).last {
      $0.token == token && $0.purchaseDate <= purchase.purchaseDate
    }
    guard let speech else { return nil }
    return changes.sorted { $0.key < $1.key }.map(\.value).last { change in
      change.cause.isMove && speech.purchaseDate < change.decidedAt
        && change.decidedAt <= purchase.purchaseDate
    }
  }
}

/// The assignments of grants to other accounts than at first.
extension GrantBook {
  /// Returns the account of a grant; nil while its coins wait, and for an unknown grant.
  package func account(of grant: GrantID) -> AccountReference? {
    grants.first { $0.id == grant }.flatMap(account(of:))
  }

  /// Returns the assignments to be decided now: of grants that waited without an account, and of
  /// grants to an account that has lost its link by id.
  package func reassignments(_ tokens: TokenNames, at moment: Instant) -> [GrantAssigned] {
    grants.compactMap { grant in
      let (account, owner) = (account(of: grant), coinOwner(of: grant.transactionID, tokens))
      guard account != owner else { return nil }
      guard let account else { return assign(grant, to: owner, .found, at: moment) }
      guard chain.hasLostLink(account) else { return nil }
      return assign(grant, to: owner, .linkLost, at: moment)
    }
  }

  /// Returns the assignments of all grants to an account by an operator.
  func assigning(
    to account: AccountReference, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.filter { self.account(of: $0) != account }.map {
      assign($0, to: account, .moved, author: author, reason: reason, at: moment)
    }
  }

  /// Returns the assignments that undo those of a change of owner.
  func undoing(
    _ change: OwnershipChanged, author: String, reason: String, at moment: Instant
  ) -> [GrantAssigned] {
    grants.compactMap { grant in
      guard let last = assignments(of: grant.id).last, last.decidedAt == change.decidedAt,
        last.cause == .moved || last.cause == .undone
      else { return nil }
      return assign(grant, to: last.from, .undone, author: author, reason: reason, at: moment)
    }
  }

  private func assign(
    _ grant: GrantMade, to account: AccountReference?, _ cause: GrantAssigned.Cause,
    author: String? = nil, reason: String? = nil, at moment: Instant
  ) -> GrantAssigned {
    GrantAssigned(
      of: grant, to: account, from: self.account(of: grant), cause: cause,
      number: (assignments(of: grant.id).last?.number ?? 0) + 1, author: author, reason: reason,
      decidedAt: moment)
  }
}

extension OwnershipChanged.Cause {
  /// True for a change by a restore or an operator.
  fileprivate var isMove: Bool {
    switch self {
    case .transferred, .shared, .assigned, .undone: true
    case .inherited, .kept, .erased, .claimed: false
    }
  }
}
