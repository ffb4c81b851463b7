import Intake
import Ledger

/// The purchases that waited in one environment under a name that a write makes known.
struct BroughtBody: Encodable, Sendable {
  let environment: StoreEnvironment
  /// The first transactions of the purchases.
  let brought: [String]

  init(_ brought: TokenChains) {
    environment = brought.environment
    self.brought = brought.chains.map(\.rawValue)
  }

  /// Returns the environments where purchases waited under the name that a write about one environment made known,
  /// Production first; none if the name was known, and in the answer to a repetition.
  static func along(_ brought: [TokenChains]) -> [BroughtBody] {
    var chains: [StoreEnvironment: Set<OriginalTransactionID>] = [:]
    for place in brought where !place.chains.isEmpty {
      chains[place.environment, default: []].formUnion(place.chains)
    }
    return Set(chains.keys).inOrder.map { environment in
      BroughtBody(
        TokenChains(environment: environment, chains: (chains[environment] ?? []).sorted()))
    }
  }
}
