/// What may be used at a moment, by StoreKit 2's `currentEntitlements` with time as an argument.
///
/// Non-consumables until revoked; the live or grace period of each auto-renewable chain; the latest
/// non-renewing subscription of each product, also after its time. Consumables never. Family shares
/// stand apart from own purchases.
package enum Entitlements {
  /// - Parameters:
  ///   - chains: the chains of one customer, in any order.
  ///   - moment: `at`, judged by all that is known now.
  ///   - listing: what the catalogue says of a product: its level, and the group where Apple named
  ///     none.
  /// - Returns: group by group, the highest level first; what has no group comes last.
  package static func evaluate(
    _ chains: [ChainState], at moment: Instant,
    listing: (ProductID) -> CatalogueProduct? = { _ in nil }
  ) -> [Entitlement] {
    let found =
      chains.flatMap { autoRenewables($0, at: moment, listing: listing) }
      + chains.flatMap { nonConsumables($0, at: moment, listing: listing) }
      + nonRenewing(chains, at: moment, listing: listing)
    return found.sorted { $0.precedes($1) }
  }

  private static func autoRenewables(
    _ chain: ChainState, at moment: Instant, listing: (ProductID) -> CatalogueProduct?
  ) -> [Entitlement] {
    let timeline = SubscriptionTimeline(chain)
    let ownerships = Set(timeline.periods.map(\.transaction.purchase.ownership))
    return ownerships.compactMap { ownership in
      guard let period = timeline.current(at: moment, ownership: ownership) else { return nil }
      let grace = timeline.grace(after: period, at: moment)
      guard period.covers(moment) || grace != nil else { return nil }
      return Entitlement(
        period, grace: grace, of: timeline, at: moment,
        listing: listing(period.transaction.purchase.productID))
    }
  }

  private static func nonConsumables(
    _ chain: ChainState, at moment: Instant, listing: (ProductID) -> CatalogueProduct?
  ) -> [Entitlement] {
    latest(.nonConsumable, of: [chain], at: moment, listing: listing)
  }

  private static func nonRenewing(
    _ chains: [ChainState], at moment: Instant, listing: (ProductID) -> CatalogueProduct?
  ) -> [Entitlement] {
    latest(.nonRenewing, of: chains, at: moment, listing: listing)
  }

  /// The latest unrevoked purchase of each product, own and shared apart.
  private static func latest(
    _ type: ProductType, of chains: [ChainState], at moment: Instant,
    listing: (ProductID) -> CatalogueProduct?
  ) -> [Entitlement] {
    var latest: [OwnedProduct: (chain: ChainID, transaction: TransactionState)] = [:]
    for chain in chains.sorted(by: { $0.chain < $1.chain }) {
      for transaction in chain.transactions.values
      where transaction.purchase.type == type && transaction.isUsable(at: moment) {
        let key = OwnedProduct(transaction.purchase, in: chain.chain.environment)
        if let known = latest[key], transaction.order <= known.transaction.order { continue }
        latest[key] = (chain.chain, transaction)
      }
    }
    return latest.map { key, purchase in
      Entitlement(
        purchaseOf: purchase.transaction, in: purchase.chain, listing: listing(key.productID))
    }
  }
}

private struct OwnedProduct: Hashable {
  let environment: StoreEnvironment
  let productID: ProductID
  let ownership: Ownership

  init(_ purchase: Purchase, in environment: StoreEnvironment) {
    self.environment = environment
    productID = purchase.productID
    ownership = purchase.ownership
  }
}

extension TransactionState {
  fileprivate func isUsable(at moment: Instant) -> Bool {
    purchase.purchaseDate <= moment && !isRevoked(at: moment)
  }
}

extension Entitlement {
  fileprivate func precedes(_ other: Entitlement) -> Bool {
    let isUngrouped = (subscriptionGroupID == nil, other.subscriptionGroupID == nil)
    if isUngrouped.0 != isUngrouped.1 { return isUngrouped.1 }
    let group = (subscriptionGroupID?.rawValue ?? "", other.subscriptionGroupID?.rawValue ?? "")
    let level = (level ?? .max, other.level ?? .max)
    if group.0 != group.1 { return group.0 < group.1 }
    if level.0 != level.1 { return level.0 < level.1 }
    return (productID, chain, ownership, transactionID)
      < (other.productID, other.chain, other.ownership, other.transactionID)
  }
}
