extension ChainState {
  /// Returns those of these transactions that may grant coins, in the order of purchase: the
  /// customer's own ones of trust 1 and 2, without renewals that were replaced before they began.
  func granting(_ transactions: [TransactionState]) -> [TransactionState] {
    let unbegun = renewalsNeverBegun(among: transactions)
    return
      transactions
      .filter { $0.isOwnPurchase && !unbegun.contains($0.transactionID) }
      .sorted { $0.order < $1.order }
      .reduce(into: []) { granting, transaction in
        if isPaid(transaction, after: granting.last) { granting.append(transaction) }
      }
  }

  /// Returns false for a restored copy of a non-consumable, which arrives under another identifier. If
  /// the purchase before it was refunded as a whole by then, it was paid for again.
  private func isPaid(_ transaction: TransactionState, after last: TransactionState?) -> Bool {
    guard transaction.purchase.type == .nonConsumable,
      transaction.transactionID.rawValue != chain.originalTransactionID.rawValue
    else { return true }
    return last?.isRefundedWhole(at: transaction.purchase.purchaseDate) ?? false
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
