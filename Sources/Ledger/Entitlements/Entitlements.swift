/// The rules for the entitlements at a moment: StoreKit 2's `currentEntitlements` with time as an
/// argument.
///
/// Entitlements are: non-consumables until revoked; the live period, or the grace, of each
/// auto-renewable chain; the latest non-renewing subscription of each product, even after its end.
/// Consumables are never included. Family shares are separate from own purchases.
package enum Entitlements {
  /// - Parameters:
  ///   - chains: the chains of one customer, in any order.
  ///   - moment: the moment of the entitlements, judged by all facts known now.
  ///   - listing: the catalog's entry of a product, for its level, and for its group if Apple named
  ///     none.
  /// - Returns: the entitlements by group, the highest level first; those without a group come
  ///   last.
  package static func evaluate(
    _ chains: [ChainState], at moment: Instant,
    listing: (ProductID) -> CatalogProduct? = { _ in nil }
  ) -> [Entitlement] {
    let found =
      chains.flatMap { autoRenewables($0, at: moment, listing: listing) }
      + chains.flatMap { nonConsumables($0, at: moment, listing: listing) }
      + nonRenewing(chains, at: moment, listing: listing)
    return found.sorted { $0.precedes($1) }
  }

  private static func autoRenewables(
    _ chain: ChainState, at moment: Instant, listing: (ProductID) -> CatalogProduct?
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
    _ chain: ChainState, at moment: Instant, listing: (ProductID) -> CatalogProduct?
  ) -> [Entitlement] {
    latest(.nonConsumable, of: [chain], at: moment, listing: listing)
  }

  private static func nonRenewing(
    _ chains: [ChainState], at moment: Instant, listing: (ProductID) -> CatalogProduct?
  ) -> [Entitlement] {
    latest(.nonRenewing, of: chains, at: moment, listing: listing)
  }

  /// Returns the latest purchase of each product that is not revoked, own and shared ones
  /// separately.
  private static func latest(
    _ type: ProductType, of chains: [ChainState], at moment: Instant,
    listing: (ProductID) -> CatalogProduct?
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
