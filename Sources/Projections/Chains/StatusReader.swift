package import Ledger

/// A reader of entitlements and subscriptions at a moment.
package struct StatusReader: Sendable {
  private let chains: ChainReader

  init(_ chains: ChainReader) {
    self.chains = chains
  }

  /// Returns the entitlements of an account at a moment, with the levels of the catalog in force at
  /// that moment.
  ///
  /// - Parameter patience: the time in which a subscription stays listed while its renewal is awaited.
  package func entitlements(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil,
    overdueFor patience: Duration = .zero
  ) async throws -> Answer<[Entitlement]> {
    try await chains.answer(
      of: key, knownAt: known, by: Self.entitlements(at: moment, overdueFor: patience))
  }

  /// Returns the entitlements of several accounts, in the order of the accounts, all of one moment of
  /// the ledger.
  package func entitlements(
    of keys: [AccountKey], at moment: Instant, knownAt known: Instant? = nil,
    overdueFor patience: Duration = .zero
  ) async throws -> Answer<[[Entitlement]]> {
    try await chains.answers(
      of: keys, knownAt: known, by: Self.entitlements(at: moment, overdueFor: patience))
  }

  /// Returns the status of every subscription of an account at a moment, live or not.
  package func subscriptions(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[SubscriptionStatus]> {
    try await chains.answer(of: key, knownAt: known, by: Self.subscriptions(at: moment))
  }

  /// Returns the subscriptions of several accounts, as `entitlements(of:at:knownAt:)` does.
  package func subscriptions(
    of keys: [AccountKey], at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[[SubscriptionStatus]]> {
    try await chains.answers(of: keys, knownAt: known, by: Self.subscriptions(at: moment))
  }

  private static func subscriptions(
    at moment: Instant
  ) -> AccountQuestion<[SubscriptionStatus]>.Rule {
    { key, chains, _, shared in
      let catalogs = shared.catalogs(of: key.bundleID)
      return chains.compactMap {
        SubscriptionStatuses.evaluate($0, at: moment, catalogs: catalogs)
      }
    }
  }

  private static func entitlements(
    at moment: Instant, overdueFor patience: Duration
  ) -> AccountQuestion<[Entitlement]>.Rule {
    { key, chains, promotions, shared in
      Entitlements.evaluate(
        chains, at: moment, catalogs: shared.catalogs(of: key.bundleID),
        promotions: AccountPromotions(promotions, in: key.bundleID, key.environment),
        overdueFor: patience)
    }
  }
}
