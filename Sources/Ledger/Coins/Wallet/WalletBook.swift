/// What an account's stream says of its wallet: a fold that knows whose name the account is.
///
/// Coins credited to a name before it became an alias are the account's: its wallet takes in what the
/// alias's stream holds, where its own stream says that the name was claimed. Nothing moves in a stream
/// once its name is somebody's alias.
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

  /// The account this name is an alias of; nil where it stands for itself.
  package var aliasOf: AccountReference? { aliases.isAlias ? aliases.aliasOf : nil }

  /// Whether it was decided what the name stands for.
  package var isDecided: Bool { aliases.aliasOf != nil }

  /// The names it claimed whose streams were not taken in yet.
  package var unread: [AccountReference] { aliases.claimed.subtracting(read).sorted() }

  /// Takes in the next event of the account's stream.
  package mutating func evolve(with event: LedgerEvent) {
    aliases.evolve(with: event)
    if case .coinsMoved(let moved) = event { wallet.evolve(moved) }
  }

  /// Takes in all of the stream of a name it claimed: its coins, if the name is its alias.
  package mutating func take(_ events: [LedgerEvent], of alias: AccountReference) {
    read.insert(alias)
    var names = AccountAliases(alias)
    for event in events { names.evolve(with: event) }
    guard names.aliasOf == wallet.account, alias != wallet.account else { return }
    wallet.adopt(alias)
    for case .coinsMoved(let moved) in events { wallet.evolve(moved) }
  }
}
