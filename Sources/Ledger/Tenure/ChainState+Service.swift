extension ChainState {
  /// Returns the customer's own auto-renewable transactions of trust 1 and 2, by group.
  ///
  /// If a transaction names no group, as in a receipt, the catalog's group is used, or else the
  /// only group in the rest of the chain.
  func ownSubscriptions(
    _ products: [ProductID: TenureProduct]
  ) -> [SubscriptionGroupID?: [TransactionState]] {
    let own = transactions.values.filter(\.isOwnSubscription)
    let named = Set(own.compactMap { $0.purchase.group(by: products) })
    let only = named.count == 1 ? named.first : nil
    return Dictionary(grouping: own) { $0.purchase.group(by: products) ?? only }
  }
}

extension ChainState {
  /// Returns the service periods of the chain, paid and free, by group.
  ///
  /// A transaction is omitted if its facts, the catalog and its chain all name no group: see
  /// ``TenureAudit``.
  package func servicePeriods(
    _ products: [ProductID: TenureProduct] = [:]
  ) -> [SubscriptionGroupID: [ServicePeriod]] {
    var periods: [SubscriptionGroupID: [ServicePeriod]] = [:]
    for case (let group?, let transactions) in ownSubscriptions(products) {
      periods[group] = ServicePeriods(transactions, of: self, in: group).periods
    }
    return periods
  }

  /// The next renewal, as asserted by a source of trust 1 or 2.
  package var nextRenewal: NextRenewal? { trustedPlan.flatMap(NextRenewal.init) }
}

extension TransactionState {
  fileprivate var isOwnSubscription: Bool {
    purchase.type == .autoRenewable && purchase.ownership == .purchased && trust >= .receipt
  }
}

extension Purchase {
  fileprivate func group(by products: [ProductID: TenureProduct]) -> SubscriptionGroupID? {
    subscriptionGroupID ?? products[productID]?.subscriptionGroupID
  }
}
