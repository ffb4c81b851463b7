/// The wallet of an account's stream: a fold that also resolves aliases.
///
/// Coins credited to a name before it became an alias belong to the account. Therefore the wallet
/// includes the streams of the aliases that the account's stream has claimed. Once a name is an
/// alias, no coins move in its stream.
package struct WalletBook: Hashable, Sendable {
  package private(set) var wallet: Wallet
  /// The names of the account, as its own stream tells them.
  package private(set) var aliases: AccountAliases
  /// True if a chain was claimed under this name.
  package private(set) var isClaimed = false
  private var read: Set<AccountReference> = []

  package init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) {
    wallet = Wallet(of: account, in: bundleID, environment: environment)
    aliases = AccountAliases(account)
  }

  /// The account that answers for this name, as its alias or after a merge; nil if the name answers
  /// for itself.
  package var leader: AccountReference? { aliases.leader }

  /// The account that this account was merged into; nil if no such merge stands.
  package var mergedInto: AccountReference? { aliases.mergedInto }

  /// The accounts that were merged into this account.
  package var guests: [AccountReference] { aliases.guests }

  /// The number of the next merge of this account, or of its undo.
  package var nextMerge: Int { aliases.nextMerge }

  /// Returns the number of the merge of an account into this one; nil if none stands.
  package func merge(of from: AccountReference) -> Int? { aliases.merge(of: from) }

  /// The accounts that this account was merged into by merges that no longer stand. Their wallets
  /// hold the requests that came under this account's name meanwhile.
  package var formerTargets: Set<AccountReference> { aliases.formerTargets }

  /// True if it was decided whether the name is an alias.
  package var isDecided: Bool { aliases.isKnown }

  /// The generation of the name.
  package var generation: Int { aliases.generation }

  /// The claimed aliases whose streams were not applied yet.
  package var unread: [AccountReference] { aliases.claimed.subtracting(read).sorted() }

  /// Applies the next event of the account's stream.
  package mutating func evolve(with event: LedgerEvent) {
    aliases.evolve(with: event)
    switch event {
    case .account(.coinsMoved(let moved)): wallet.evolve(moved)
    case .account(.accountsMerged(let merge)): wallet.evolve(merge)
    case .account(.accountErased(let erasure)):
      if erasure.generation != nil { wallet.close() }
    case .account(.chainClaimed): isClaimed = true
    default: break
    }
  }

  /// Applies the stream of a claimed name: the coins until the name became an alias of this account.
  package mutating func apply(_ events: [LedgerEvent], of alias: AccountReference) {
    read.insert(alias)
    guard alias != wallet.account else { return }
    var (names, moved) = (AccountAliases(alias), [CoinsMoved]())
    for event in events {
      if case .account(.coinsMoved(let movement)) = event { moved.append(movement) }
      names.evolve(with: event)
      if names.aliasOf == wallet.account {
        wallet.adopt(alias)
        for movement in moved { wallet.evolve(movement) }
        return
      }
      if names.isAlias { moved = [] }  // they are another account's
    }
  }
}
