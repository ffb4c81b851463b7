/// The wallet of an account's stream: a fold that also resolves aliases.
///
/// Coins credited to a name before it became an alias belong to the account. Therefore the wallet
/// includes the streams of the aliases that the account's stream has claimed. Once a name is an
/// alias, no coins move in its stream.
package struct WalletBook: Hashable, Sendable {
  package private(set) var wallet: Wallet
  private var aliases: AccountAliases
  private var read: Set<AccountReference> = []

  package init(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) {
    wallet = Wallet(of: account, in: bundleID, environment: environment)
    aliases = AccountAliases(account)
  }

  /// The account of which this name is an alias; nil if it is an account of its own.
  package var aliasOf: AccountReference? { aliases.leader }

  /// True if it was decided whether the name is an alias.
  package var isDecided: Bool { aliases.isKnown }

  /// The generation of the name.
  package var generation: Int { aliases.generation }

  /// The claimed aliases whose streams were not applied yet.
  package var unread: [AccountReference] { aliases.claimed.subtracting(read).sorted() }

  /// Applies the next event of the account's stream.
  package mutating func evolve(with event: LedgerEvent) {
    aliases.evolve(with: event)
    if case .account(.coinsMoved(let moved)) = event { wallet.evolve(moved) }
  }

  /// Applies the whole stream of a claimed name: its coins, if the name is an alias of this
  /// account.
  package mutating func apply(_ events: [LedgerEvent], of alias: AccountReference) {
    read.insert(alias)
    var names = AccountAliases(alias)
    for event in events { names.evolve(with: event) }
    guard names.aliasOf == wallet.account, alias != wallet.account else { return }
    wallet.adopt(alias)
    for case .account(.coinsMoved(let moved)) in events { wallet.evolve(moved) }
  }
}
