package import Ledger

/// A reader of the offers that players may be shown.
package struct OfferReader: Sendable {
  private let chains: ChainReader

  init(_ chains: ChainReader) {
    self.chains = chains
  }

  /// Returns the groups of an account in some environments, in their order. What was bought in one environment
  /// never counts in another.
  package func groups(
    of keys: [AccountKey], at moment: Instant, knownAt known: Instant? = nil
  ) async throws -> Answer<[GroupOffers]> {
    var answers: [Answer<[GroupOffers]>] = []
    for key in keys { answers.append(try await groups(of: key, at: moment, knownAt: known)) }
    return Answer(
      answers.flatMap(\.value), at: Position(commonOf: answers.map(\.position)),
      unknown: answers.reduce(into: []) { $0.formUnion($1.unknown) })
  }

  /// Returns the offers of each subscription group, by all purchases of the account's customers, whichever
  /// accounts own these.
  package func groups(
    of key: AccountKey, at moment: Instant, knownAt known: Instant? = nil
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
