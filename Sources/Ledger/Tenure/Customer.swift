/// A customer whose service is counted together: an Apple Account in one app if Apple named it, or
/// else a chain.
package enum Customer: Hashable, Sendable {
  case appTransaction(BundleID, StoreEnvironment, AppTransactionID)
  case chain(ChainID)

  package init(of chain: ChainState) {
    if let id = chain.appTransactionID {
      self = .appTransaction(chain.chain.bundleID, chain.chain.environment, id)
    } else {
      self = .chain(chain.chain)
    }
  }

  /// Groups chains by customer, each in the order of their identifiers.
  package static func grouping(_ chains: some Sequence<ChainState>) -> [Customer: [ChainState]] {
    Dictionary(grouping: chains.sorted { $0.chain < $1.chain }, by: Customer.init(of:))
  }
}

extension ChainState {
  /// The identifier in the latest transaction that carries one, or else in the renewal. Only
  /// sources of trust 1 and 2 count, because the identifier decides which days are added together.
  package var appTransactionID: AppTransactionID? {
    let named = transactions.values
      .filter { $0.trust >= .receipt && $0.purchase.appTransactionID != nil }
      .max { $0.order < $1.order }
    return named?.purchase.appTransactionID ?? trustedPlan?.appTransactionID
  }

  /// The plan, if a source of trust 1 or 2 asserted it.
  var trustedPlan: RenewalPlan? {
    renewal.flatMap { $0.confirmation.trust >= .receipt ? $0.plan : nil }
  }
}
