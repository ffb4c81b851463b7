package import Intake
package import Ledger

/// The JSON of a name's purchases in one environment: those that the first write of the name brought along, or those
/// that stay with the account after a token is withdrawn. Each is named by its first transaction.
package struct EnvironmentPurchases: Encodable, Sendable {
  package let environment: StoreEnvironment
  /// Nil for a withdrawal, and left out.
  package let brought: [String]?
  /// Nil unless a token is withdrawn, and left out.
  package let kept: [String]?

  package init(brought: TokenChains) {
    environment = brought.environment
    self.brought = brought.chains.map(\.rawValue)
    kept = nil
  }

  package init(kept: TokenChains) {
    environment = kept.environment
    brought = nil
    self.kept = kept.chains.map(\.rawValue)
  }
}

extension [EnvironmentPurchases] {
  /// Creates the environments where purchases waited under the name that a write about one environment made known,
  /// Production first; none if the name was known, and in the answer to a repetition.
  package init(broughtAlong: [TokenChains]) {
    var chains: [StoreEnvironment: Set<OriginalTransactionID>] = [:]
    for place in broughtAlong where !place.chains.isEmpty {
      chains[place.environment, default: []].formUnion(place.chains)
    }
    self = Set(chains.keys).inOrder.map { environment in
      EnvironmentPurchases(
        brought: TokenChains(
          environment: environment, chains: (chains[environment] ?? []).sorted()))
    }
  }
}
