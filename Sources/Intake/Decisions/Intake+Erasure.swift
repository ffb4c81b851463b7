import EventStore
package import Ledger

extension Intake {
  /// Erases a person. The names of the account and its aliases, and the evidence of every chain
  /// that any of them claimed, become permanently unreadable. The facts and all totals remain. A
  /// repetition erases later data too. Returns after the commit.
  package func erase(
    _ account: AccountReference, of bundleID: BundleID, in environment: StoreEnvironment
  ) async throws -> AccountErased {
    for alias in try await log.resolve(account).names.subtracting([account]).sorted() {
      _ = try await erase(only: alias, of: bundleID, in: environment) {
        try await chains(claimedUnder: alias)
      }
    }
    return try await erase(only: account, of: bundleID, in: environment) {
      try await chains(claimedBy: account)
    }
  }

  private func erase(
    only account: AccountReference, of bundleID: BundleID, in environment: StoreEnvironment,
    chains read: () async throws -> [OriginalTransactionID]
  ) async throws -> AccountErased {
    var chains = try await read()
    while true {
      let erased = AccountErased(
        environment: environment, bundleID: bundleID, account: account, chains: chains,
        erasedAt: now())
      _ = try await log.erase(erased)
      let known = try await read()
      guard known != chains else { return erased }
      chains = known  // another chain was claimed meanwhile
    }
  }

  /// Returns the chains that an account has claimed by any of its names. An erasure removes none of
  /// these claims.
  package func chains(
    claimedBy account: AccountReference
  ) async throws -> [OriginalTransactionID] {
    var chains: Set<OriginalTransactionID> = []
    for name in try await log.resolve(account).names {
      chains.formUnion(try await self.chains(claimedUnder: name))
    }
    return chains.sorted()
  }

  private func chains(
    claimedUnder account: AccountReference
  ) async throws -> [OriginalTransactionID] {
    try await log.events(of: .account(account)).compactMap { recorded in
      if case .account(.chainClaimed(let claim)) = recorded.event {
        claim.chain.originalTransactionID
      } else {
        nil
      }
    }
  }
}
