import EventStore
package import Ledger

extension Intake {
  /// Forgets a person: what the account and its aliases were called, and the evidence of every chain they
  /// ever claimed, can never be read again. The facts stand, and so does every total made of them. May be
  /// done again, for what came since. Returns after the commit.
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
      chains = known  // one was claimed while we read
    }
  }

  /// The chains an account has claimed by any of its names, as the log knows them: an erasure takes none
  /// away.
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
      if case .chainClaimed(let claim) = recorded.event {
        claim.chain.originalTransactionID
      } else {
        nil
      }
    }
  }
}
