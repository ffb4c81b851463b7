package import EventStore
package import Ledger

extension Intake {
  /// Does what is asked of an account's wallet, once for each key. Returns after the commit.
  package func ask(
    _ command: WalletCommand, of account: AccountID, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> Decided<WalletAnswer> {
    let name = AccountName(environment, bundleID, account)
    return try await translatingTrouble {
      try await log.decide(
        WalletRequest(
          account: name.reference, bundleID: bundleID, environment: environment, command: command),
        in: wallets, names: [name])
    }
  }
}
