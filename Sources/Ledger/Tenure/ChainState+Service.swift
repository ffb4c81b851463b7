extension ChainState {
  /// Returns the customer's own auto-renewable transactions of trust 1 and 2, by group.
  ///
  /// If a transaction names no group, as in a receipt, the catalog's group is used, or else the
  /// only group in the rest of the chain.
  ///
  /// - Parameter transactions: the transactions; the purchases of the chain if nil.
  func ownSubscriptions(
    _ catalogs: Catalogs, among transactions: [TransactionState]? = nil
  ) -> [SubscriptionGroupID?: [TransactionState]] {
    let own = (transactions ?? purchases.all).filter(\.isOwnSubscription)
    let named = Set(own.compactMap { $0.purchase.group(by: catalogs) })
    let only = named.count == 1 ? named.first : nil
    return Dictionary(grouping: own) { $0.purchase.group(by: catalogs) ?? only }
  }
}

extension ChainState {
  /// Returns the service periods of the chain, paid and free, by group.
  ///
  /// A transaction is omitted if its facts, the catalog and its chain all name no group: see
  /// ``TenureAudit``.
  ///
  /// - Parameter isExplained: false to leave out the events from which the dates follow.
  package func servicePeriods(
    _ catalogs: Catalogs = Catalogs(), isExplained: Bool = true
  ) -> [SubscriptionGroupID: [ServicePeriod]] {
    var periods: [SubscriptionGroupID: [ServicePeriod]] = [:]
    for case (let group?, let transactions) in ownSubscriptions(catalogs) {
      periods[group] =
        ServicePeriods(
          transactions, of: self, in: group, catalogs, isExplained: isExplained
        ).periods
    }
    return periods
  }

  /// Returns the groups in which the chain has own subscriptions.
  package func subscriptionGroups(_ catalogs: Catalogs) -> Set<SubscriptionGroupID> {
    Set(ownSubscriptions(catalogs).keys.compactMap(\.self))
  }

  /// The products of own subscriptions of which a catalog must tell the group or the period, because
  /// Apple did not.
  package var productsToLookUp: Set<ProductID> {
    let unclear = purchases.all.filter {
      $0.isOwnSubscription
        && ($0.purchase.subscriptionGroupID == nil || $0.purchase.isOfUntoldOffer)
    }
    return Set(unclear.map(\.purchase.productID))
  }

  /// The products of which an event of the shared lane tells what Apple left out of a charge: those to look
  /// up, and the app itself.
  package var productsOfCharges: Set<ProductID> {
    guard chain.environment == .production else { return productsToLookUp }
    let apps = transactions.values.lazy.filter { $0.purchase.type == .app }
    return productsToLookUp.union(apps.map(\.purchase.productID))
  }

  /// The next renewal, as asserted by sources of trust 1 and 2.
  package var nextRenewal: NextRenewal? {
    guard let plan = trustedPlan, let renewal else { return nil }
    return NextRenewal(plan, offer: renewal.newestOffer)
  }
}

extension TransactionState {
  fileprivate var isOwnSubscription: Bool {
    purchase.type == .autoRenewable && purchase.ownership == .purchased && trust >= .receipt
  }
}

extension Purchase {
  fileprivate func group(by catalogs: Catalogs) -> SubscriptionGroupID? {
    self.subscriptionGroupID ?? catalogs.subscription(self.productID)?.subscriptionGroupID
  }
}
