package import Ledger

/// A reader of the offers that players may be shown.
package struct OfferReader: Sendable {
  private let chains: ChainReader

  init(_ chains: ChainReader) {
    self.chains = chains
  }

  /// Returns the offers of an account in some environments, in their order.
  package func groups(
    of keys: [AccountKey], at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[GroupOffers]> {
    try await Answer.list(of: keys) { try await groups(of: $0, at: moment, knownAt: known) }
  }

  /// Returns the offers of each subscription group. They follow from all purchases of the account's customers,
  /// also from those that other accounts own.
  private func groups(
    of key: AccountKey, at moment: Instant, knownAt known: Instant?
  ) async throws -> Answer<[GroupOffers]> {
    let answer = try await chains.answer(of: key, knownAt: known) { _, chains, _, shared in
      (chains: chains, shared: shared)
    }
    let (own, shared) = answer.value
    let others = try await chains.otherChains(
      ofCustomersOf: own, byAnyPurchase: true, in: key.bundleID, key.environment, knownAt: known)
    let groups = EligibleOffers.evaluate(
      own, beside: others, in: key.environment, at: moment,
      catalogs: shared.catalogs(of: key.bundleID))
    return Answer(groups, at: answer.position, unknown: answer.unknown)
  }
}
