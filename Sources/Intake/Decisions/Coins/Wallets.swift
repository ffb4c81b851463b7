package import EventStore
package import Ledger

/// The wallets of one log, with cached folds.
package struct Wallets: Sendable {
  let log: EventLog
  let folds: AggregateCache<WalletBook>

  package init(_ log: EventLog) {
    self.log = log
    folds = AggregateCache(of: log)
  }

  /// Returns the current wallet of an account, or of the account behind an alias. Also returns the
  /// position up to which the account's lane was read.
  package func wallet(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) async throws -> (wallet: Wallet, position: Position) {
    let (book, position) = try await book(of: account, in: bundleID, environment: environment)
    guard let other = book.leader else { return (book.wallet, position) }
    return try await wallet(of: other, in: bundleID, environment: environment)
  }

  /// Returns the wallet that follows a grant of an account: its own, or that of the account behind the
  /// name, unless the grant was closed with an erased account before. Coins that went to another account
  /// by a merge stay there when an erasure ends the merge.
  package func wallet(
    following status: GrantStatus, of account: AccountReference
  ) async throws -> Wallet {
    let grant = status.grant
    let book = try await book(
      of: account, in: grant.chain.bundleID, environment: grant.chain.environment
    ).book
    if let keeper = try await keeper(of: status, among: book.formerTargets) {
      return keeper
    }
    guard let leader = book.leader, !book.wallet.isClosed(status.grant.id) else {
      return book.wallet
    }
    return try await wallet(following: status, of: leader)
  }

  /// Returns the wallet that keeps a grant of an account that was merged into one of these before; nil if
  /// none does. An account that has or had the grant by the chain itself follows it on its own.
  func keeper(
    of status: GrantStatus, among formerTargets: Set<AccountReference>
  ) async throws -> Wallet? {
    let chain = status.grant.chain
    for target in formerTargets.subtracting(status.holders).sorted() {
      let wallet = try await book(
        of: target, in: chain.bundleID, environment: chain.environment
      ).book.wallet
      if wallet.hasKept(status.grant.id) { return wallet }
    }
    return nil
  }

  /// Returns the names of an account as this process knows them, which may be behind, and if a chain was
  /// claimed under the name. A name that is not known to be decided is read as it is now.
  func naming(
    of account: AccountReference, in bundleID: BundleID, _ environment: StoreEnvironment
  ) async throws -> (aliases: AccountAliases, isClaimed: Bool) {
    let fold = WalletFold(account: account, bundleID: bundleID, environment: environment)
    let known = log.known(of: fold, in: folds) { ($0.aliases, $0.isClaimed) }
    if let known, known.0.isKnown { return known }
    let book = try await log.state(of: fold, in: folds).state
    return (book.aliases, book.isClaimed)
  }

  /// Returns the current wallet of a name itself, and the position up to which its lane was read.
  func book(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) async throws -> (book: WalletBook, position: Position) {
    let (state, position) = try await log.state(
      of: WalletFold(account: account, bundleID: bundleID, environment: environment), in: folds)
    return (state, position)
  }
}
