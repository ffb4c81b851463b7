package import Ledger

extension CatalogProblem.Fault {
  /// The word of a fault of a coin; nil for any other.
  package var code: String? {
    switch self {
    case .coinUnknown: "unknown_coin"
    case .walletFixed: "wallet_is_fixed"
    case .walletInUse: "wallet_in_use"
    default: nil
    }
  }
}
