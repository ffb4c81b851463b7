package import Intake
package import Ledger

/// The decisions of a caller with a key that reaches every app and environment.
extension WalletDecisions {
  package func ask(
    _ command: WalletCommand, of account: AccountID, in bundleID: BundleID,
    environment: StoreEnvironment
  ) async throws -> AnsweredCommand {
    try await ask(
      command, of: account, in: bundleID, environment: environment, within: .everything)
  }
}

extension ConsentDecisions {
  package func record(
    _ given: Bool, by account: AccountID, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> (position: Position, brought: [TokenChains]) {
    try await record(given, by: account, of: bundleID, in: environment, within: .everything)
  }
}
