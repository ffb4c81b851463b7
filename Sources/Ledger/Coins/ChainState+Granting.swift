extension ChainState {
  /// The transactions that may grant coins, in the order of purchase: the customer's own ones of
  /// trust 1 and 2, without renewals that were replaced before they began.
  var granting: [TransactionState] {
    let unbegun = renewalsNeverBegun
    return transactions.values
      .filter { $0.isOwnPurchase(in: chain) && !unbegun.contains($0.transactionID) }
      .sorted { $0.order < $1.order }
  }

  private var renewalsNeverBegun: Set<TransactionID> {
    let groups = ownSubscriptions(Catalogs()).values.map { transactions in
      transactions.map(\.withoutSharedSecret).sorted { $0.order < $1.order }
    }
    let unbegun = groups.flatMap { transactions in
      let succession = Succession(transactions)
      return transactions.filter { transaction in
        guard let replacement = succession.replacement(of: transaction) else { return false }
        return replacement.transactionID != nil
          && replacement.moment <= transaction.purchase.purchaseDate
      }
    }
    return Set(unbegun.map(\.transactionID))
  }
}

extension TransactionState {
  private static let grantingTypes: Set<ProductType> = [
    .consumable, .nonConsumable, .nonRenewing, .autoRenewable,
  ]

  /// Returns true for a purchase by the customer. A restored non-consumable may arrive under
  /// another identifier: only the first transaction grants.
  fileprivate func isOwnPurchase(in chain: ChainID) -> Bool {
    let isFirst = transactionID.rawValue == chain.originalTransactionID.rawValue
    return trust >= .receipt && purchase.ownership == .purchased
      && Self.grantingTypes.contains(purchase.type)
      && (isFirst || purchase.type != .nonConsumable)
  }
}
