package import EventStore
package import Ledger

/// The wallets of one log, folded as far as they were read.
package struct Wallets: Sendable {
  let log: EventLog
  let folds = StreamFolds<WalletBook>()

  package init(_ log: EventLog) {
    self.log = log
  }

  /// The wallet of an account, or of the one a name stands for, as it is now; and how far its lane was
  /// read.
  package func wallet(
    of account: AccountReference, in bundleID: BundleID, environment: StoreEnvironment
  ) async throws -> (wallet: Wallet, position: Position) {
    let rule = GrantFollowing(
      account: account, bundleID: bundleID, environment: environment, standings: [])
    let (book, position) = try await log.state(of: rule, in: folds)
    guard let other = book.aliasOf else { return (book.wallet, position) }
    return try await wallet(of: other, in: bundleID, environment: environment)
  }
}
