package import Ledger

/// A reader of entitlements and subscriptions at a moment.
package struct StatusReader: Sendable {
  private let chains: ChainReader

  init(_ chains: ChainReader) {
    self.chains = chains
  }

  /// Returns the entitlements of an account at a moment, with the levels of the catalog in force at
  /// that moment.
  package func entitlements(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[Entitlement]> {
    let (chains, shared) = try await chains.chainsAndShared(of: key, knownAt: known)
    let entitlements = Entitlements.evaluate(
      chains.value, at: moment, catalogs: shared.catalogs(of: key.bundleID))
    return Answer(entitlements, at: chains.position)
  }

  /// Returns the status of every subscription of an account at a moment, live or not.
  package func subscriptions(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[SubscriptionStatus]> {
    let (chains, shared) = try await chains.chainsAndShared(of: key, knownAt: known)
    let catalogs = shared.catalogs(of: key.bundleID)
    let statuses = chains.value.compactMap {
      SubscriptionStatuses.evaluate($0, at: moment, catalogs: catalogs)
    }
    return Answer(statuses, at: chains.position)
  }
}
