/// The accounts that grants belong to.
extension GrantBook {
  /// The tokens that may name the account of a grant.
  package var tokens: Set<AccountReference> {
    Set(TokenSpeech.all(of: chain).map(\.token)).union(
      chain.transactions.values.compactMap { token(of: $0.purchase) })
  }

  /// The accounts that have or may receive coins of the chain, apart from those that its tokens name.
  package var accounts: Set<AccountReference> {
    let changed = changes.values.flatMap { $0.owners + [$0.account] }
    let holders = grants.filter { $0.wallet == .game }.flatMap { self.holders(of: $0.id) }
    return Set(
      chain.owner.references + changed + holders + [chain.firstOwner].compactMap(\.self))
  }

  /// Returns the account that receives the coins of a transaction granted now; nil while they wait.
  /// A merged account's coins go to the account it was merged into.
  func coinOwner(
    of transaction: TransactionState?, _ tokens: TokenNames
  ) -> AccountReference? {
    unmergedCoinOwner(of: transaction, tokens).map(tokens.target(of:))
  }

  /// A token gives the coins to the account that it names, unless a restore or an operator moved
  /// the chain between the purchase at which the token last spoke and this purchase. Without a
  /// token the coins go to the owner of the chain.
  private func unmergedCoinOwner(
    of transaction: TransactionState?, _ tokens: TokenNames
  ) -> AccountReference? {
    guard let purchase = transaction?.purchase else { return nil }
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

  /// Returns the assignments to be decided now: of grants that waited without an account, of grants to
  /// an account that has lost its link by id, and of coins that a game keeps, whose account is not the
  /// one that is answered any more.
  package func reassignments(_ tokens: TokenNames, at moment: Instant) -> [GrantAssigned] {
    let purchases = chain.purchases
    return grants.compactMap { grant in
      let transaction = purchases[grant.transactionID]
      let owner = coinOwner(of: transaction, tokens)
      guard let account = account(of: grant) else {
        return owner.map { assign(grant, to: $0, .found, at: moment) }
      }
      if account != owner, chain.hasLostLink(account) {
        return assign(grant, to: owner, .linkLost, at: moment)
      }
      guard grant.wallet == .game,
        let next = nextHolder(of: grant, transaction, from: account, owner: owner, tokens)
      else { return nil }
      return assign(grant, to: next.account, next.cause, at: moment)
    }
  }

  private typealias Holder = (account: AccountReference, cause: GrantAssigned.Cause)

  /// Returns the account that a grant of a coin kept by the game belongs to from now on; nil if that is
  /// the present one. A pending grant follows a token that was learned later, and the next owner after
  /// an erasure; any grant follows a merge and its undo.
  private func nextHolder(
    of grant: GrantMade, _ transaction: TransactionState?, from account: AccountReference,
    owner: AccountReference?, _ tokens: TokenNames
  ) -> Holder? {
    let last = assignments(of: grant.id).last
    if !acknowledged.contains(grant.id), !grant.isDeliveredElsewhere, let owner, owner != account {
      if wasErased(account, after: grant) { return (owner, .ownerErased) }
      if last?.cause.isByOperator != true, isTokenLearned(of: transaction, by: account, tokens) {
        return (owner, .tokenLearned)
      }
    }
    if let other = tokens.account(aliasedBy: account) { return (other, .aliased) }
    let own = last?.cause == .merged ? last?.from ?? account : account
    let target = tokens.target(of: own)
    return target == account ? nil : (target, target == own ? .separated : .merged)
  }

  private func wasErased(_ account: AccountReference, after grant: GrantMade) -> Bool {
    changes.values.contains {
      $0.cause == .erased && $0.account == account && $0.decidedAt >= grant.decidedAt
    }
  }

  /// Returns true if the account received the coins by a post, and a token names another one.
  private func isTokenLearned(
    of transaction: TransactionState?, by account: AccountReference, _ tokens: TokenNames
  ) -> Bool {
    guard chain.firstOwner == nil, !self.tokens.contains(where: { tokens.hasNamed($0, account) })
    else { return false }
    let own = transaction.flatMap { token(of: $0.purchase) }
    guard let token = own ?? chain.owner.token else { return false }
    if case .account = tokens.name(of: token) { return true }
    return false
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

extension GrantAssigned.Cause {
  fileprivate var isByOperator: Bool { self == .moved || self == .undone }
}
