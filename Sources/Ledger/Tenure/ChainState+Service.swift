extension ChainState {
  /// The customer's own auto-renewable transactions of trust 1 and 2, by group.
  ///
  /// A receipt names no group: then the catalogue does, else the rest of the chain where it is of
  /// one.
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
  /// Its periods of paid service, and free ones between them, by group.
  ///
  /// A transaction whose group neither its facts, nor the catalogue, nor its chain names is in none: see
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

  /// How it goes on, as a source of trust 1 or 2 told it.
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
