import Intake
import Ledger

/// The purchases that waited in one environment under a name that a write makes known.
struct BroughtBody: Encodable {
  let environment: StoreEnvironment
  /// The first transactions of the purchases.
  let brought: [String]

  init(_ brought: TokenChains) {
    environment = brought.environment
    self.brought = brought.chains.map(\.rawValue)
  }
}
