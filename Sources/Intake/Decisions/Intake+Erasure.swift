import EventStore
package import Ledger

extension Intake {
  /// Forgets a person: what the account was called, and the evidence of its chains, can never be read
  /// again. The facts stand, and so does every total made of them. Returns after the commit.
  package func erase(
    _ account: AccountReference, of bundleID: BundleID, in environment: StoreEnvironment,
    and chains: [ChainID]
  ) async throws -> Position {
    let erased = AccountErased(
      environment: environment, bundleID: bundleID, account: account, erasedAt: now())
    return try await log.erase(erased, and: chains).position
  }
}
