package import EventStore
package import Ledger

/// The wallets of one log, with cached folds.
package struct Wallets: Sendable {
  let log: EventLog
  let folds = AggregateCache<WalletBook>()

  package init(_ log: EventLog) {
    self.log = log
  }

  /// Returns the current wallet of an account, or of the account behind an alias. Also returns the
  /// position up to which the account's lane was read.
  package func wallet(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) async throws -> (wallet: Wallet, position: Position) {
    let rule = GrantFollowing(
      account: account, bundleID: bundleID, environment: environment, statuses: [])
    let (book, position) = try await log.state(of: rule, in: folds)
    guard let other = book.aliasOf else { return (book.wallet, position) }
    return try await wallet(of: other, in: bundleID, environment: environment)
  }
}
