/// The rule by which the grants of a chain get another account than at first.
struct GrantReassignmentRule {
  private typealias Holder = (account: AccountReference, cause: GrantAssigned.Cause)

  private let chain: ChainState
  private let owners: GrantOwners
  private let coins: CoinOwnerRule
  private let tokens: TokenNames

  init(_ chain: ChainState, _ owners: GrantOwners, _ tokens: TokenNames) {
    self.chain = chain
    self.owners = owners
    self.tokens = tokens
    coins = owners.rule(in: chain)
  }

  /// Returns the assignment of a grant to be decided now; nil if the grant stays with its account.
  ///
  /// - Parameter transaction: the transaction of the grant.
  func assignment(
    of grant: GrantMade, _ transaction: TransactionState?, at moment: Instant
  ) -> GrantAssigned? {
    let owner = coins.account(of: transaction, tokens)
    guard let account = owners.account(of: grant, in: chain) else {
      return owner.map { owners.assign(grant, in: chain, to: $0, .found, at: moment) }
    }
    if account != owner, chain.hasLostLink(account) {
      return owners.assign(grant, in: chain, to: owner, .linkLost, at: moment)
    }
    guard grant.wallet == .game,
      let next = nextHolder(of: grant, transaction, from: account, owner: owner)
    else { return nil }
    return owners.assign(grant, in: chain, to: next.account, next.cause, at: moment)
  }

  /// Returns the account that a grant of a coin kept by the game belongs to from now on; nil if that is
  /// the present one. A pending grant follows a token that was learned later, and the next owner after
  /// an erasure; any grant follows a merge and its undo.
  private func nextHolder(
    of grant: GrantMade, _ transaction: TransactionState?, from account: AccountReference,
    owner: AccountReference?
  ) -> Holder? {
    let last = owners.lastAssignment(of: grant)
    if owners.isPending(grant), let owner, owner != account {
      if owners.wasErased(account, after: grant) { return (owner, .ownerErased) }
      if last?.cause.isByOperator != true, isTokenLearned(of: transaction, by: account) {
        return (owner, .tokenLearned)
      }
    }
    if let other = tokens.account(aliasedBy: account) { return (other, .aliased) }
    let own = last?.cause == .merged ? last?.from ?? account : account
    let target = tokens.target(of: own)
    return target == account ? nil : (target, target == own ? .separated : .merged)
  }

  /// Returns true if the account received the coins by a post, and a token names another one.
  private func isTokenLearned(
    of transaction: TransactionState?, by account: AccountReference
  ) -> Bool {
    guard chain.firstOwner == nil, !coins.tokens.contains(where: { tokens.hasNamed($0, account) })
    else { return false }
    let own = transaction.flatMap { coins.token(of: $0.purchase) }
    guard let token = own ?? chain.owner.token else { return false }
    if case .account = tokens.name(of: token) { return true }
    return false
  }
}

extension GrantAssigned.Cause {
  fileprivate var isByOperator: Bool { self == .moved || self == .undone }
}
