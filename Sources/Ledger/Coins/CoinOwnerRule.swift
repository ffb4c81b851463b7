/// The rule that names the account to receive the coins of a chain's purchases.
struct CoinOwnerRule {
  private let chain: ChainState
  /// The changes of owner, in order.
  private let changes: [OwnershipChanged]

  init(_ chain: ChainState, changes: [OwnershipChanged]) {
    self.chain = chain
    self.changes = changes
  }

  /// Returns the account that receives the coins of a transaction granted now; nil while they wait.
  /// A merged account's coins go to the account it was merged into.
  func account(of transaction: TransactionState?, _ tokens: TokenNames) -> AccountReference? {
    unmergedAccount(of: transaction, tokens).map(tokens.target(of:))
  }

  /// The tokens that may name the account of a grant.
  var tokens: Set<AccountReference> {
    Set(TokenSpeech.all(of: chain).map(\.token)).union(
      chain.transactions.values.compactMap { token(of: $0.purchase) })
  }

  /// Returns the token of a purchase as a reference; nil if there is none.
  func token(of purchase: Purchase) -> AccountReference? {
    purchase.appAccountToken.map { chain.chain.reference(to: AccountID(token: $0)) }
  }

  /// A token gives the coins to the account that it names, unless a restore or an operator moved
  /// the chain between the purchase at which the token last spoke and this purchase. Without a
  /// token the coins go to the owner of the chain.
  private func unmergedAccount(
    of transaction: TransactionState?, _ tokens: TokenNames
  ) -> AccountReference? {
    guard let purchase = transaction?.purchase else { return nil }
    if chain.firstOwner != nil, changes.allSatisfy({ $0.rules == nil }) {
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

  /// Returns the last move of the chain by a restore or an operator between the purchase at which a
  /// token last spoke and a purchase.
  private func move(
    since token: AccountReference, until purchase: Purchase
  ) -> OwnershipChanged? {
    let speech = TokenSpeech.all(of: chain).last {
      $0.token == token && $0.purchaseDate <= purchase.purchaseDate
    }
    guard let speech else { return nil }
    return changes.last { change in
      change.cause.isMove && speech.purchaseDate < change.decidedAt
        && change.decidedAt <= purchase.purchaseDate
    }
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
