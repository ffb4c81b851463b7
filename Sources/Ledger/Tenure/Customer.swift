/// Whose service is counted together: an Apple Account in one app where Apple named it, else a
/// chain.
package enum Customer: Hashable, Sendable {
  case appTransaction(StoreEnvironment, AppTransactionID)
  case chain(ChainID)

  package init(of chain: ChainState) {
    if let id = chain.appTransactionID {
      self = .appTransaction(chain.chain.environment, id)
    } else {
      self = .chain(chain.chain)
    }
  }

  /// The chains of each customer, in the order of their ids.
  package static func grouping(_ chains: some Sequence<ChainState>) -> [Customer: [ChainState]] {
    Dictionary(grouping: chains.sorted { $0.chain < $1.chain }, by: Customer.init(of:))
  }
}

extension ChainState {
  /// What Apple named by the latest own purchase that carries one; without any, by the renewal.
  /// Only sources of trust 1 and 2 are heard: it decides whose days are added up.
  package var appTransactionID: AppTransactionID? {
    let named = transactions.values
      .filter { $0.trust >= .receipt && $0.purchase.appTransactionID != nil }
      .max { $0.order < $1.order }
    return named?.purchase.appTransactionID ?? trustedPlan?.appTransactionID
  }

  /// The plan as a source of trust 1 or 2 told it.
  var trustedPlan: RenewalPlan? {
    renewal.flatMap { $0.confirmation.trust >= .receipt ? $0.plan : nil }
  }
}
