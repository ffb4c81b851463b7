extension ChainState {
  /// Returns those of these transactions that may grant coins, in the order of purchase: the
  /// customer's own ones of trust 1 and 2, without renewals that were replaced before they began.
  func granting(_ transactions: [TransactionState]) -> [TransactionState] {
    let unbegun = renewalsNeverBegun(among: transactions)
    return
      transactions
      .filter { $0.isOwnPurchase && !unbegun.contains($0.transactionID) }
      .sorted { $0.order < $1.order }
  }

  private func renewalsNeverBegun(among transactions: [TransactionState]) -> Set<TransactionID> {
    let groups = ownSubscriptions(Catalogs(), among: transactions).values.map {
      CompletedDates($0).transactions
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
    .consumable, .nonConsumable, .nonRenewing, .autoRenewable, .untold,
  ]

  /// True for a purchase by the customer.
  fileprivate var isOwnPurchase: Bool {
    trust >= .receipt && purchase.ownership == .purchased
      && Self.grantingTypes.contains(purchase.type)
  }
}
