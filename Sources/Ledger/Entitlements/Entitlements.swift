/// The rules for the entitlements at a moment: StoreKit 2's `currentEntitlements` with time as an
/// argument.
///
/// Entitlements are: non-consumables until revoked; the live period of each auto-renewable chain, or the
/// access after it by grace or renewal date; each non-renewing subscription until its end, or for ever if
/// no catalog tells its length; each promotional entitlement in force. Consumables are never included.
/// Family shares and promotions are separate from own purchases.
package enum Entitlements {
  /// - Parameters:
  ///   - chains: the chains of one customer, in any order.
  ///   - moment: the moment of the entitlements, judged by all facts known now.
  ///   - catalogs: the app's catalogs, for the level of a product, the group that Apple did not name,
  ///     the kind that no source told, and the length of a non-renewing subscription.
  ///   - promotions: the promotional entitlements of the customer's account.
  ///   - patience: the time after the end of a period for which a subscription is listed whose renewal is
  ///     awaited.
  /// - Returns: the entitlements by group, the highest level first; those without a group come
  ///   last.
  package static func evaluate(
    _ chains: [ChainState], at moment: Instant, catalogs: Catalogs = Catalogs(),
    promotions: AccountPromotions? = nil, overdueFor patience: Duration = .zero
  ) -> [Entitlement] {
    let chains = chains.map { $0.typed(by: catalogs) }
    let listing = { catalogs.product($0, at: moment) }
    let found =
      chains.flatMap { autoRenewables($0, at: moment, for: patience, listing: listing) }
      + chains.flatMap { nonConsumables($0, at: moment, listing: listing) }
      + nonRenewing(chains, at: moment, catalogs)
      + (promotions?.inForce(at: moment, listing: listing) ?? [])
    return found.sorted { $0.precedes($1) }
  }

  private static func autoRenewables(
    _ chain: ChainState, at moment: Instant, for patience: Duration,
    listing: (ProductID) -> CatalogProduct?
  ) -> [Entitlement] {
    let timeline = SubscriptionTimeline(chain)
    let ownerships = Set(timeline.periods.map(\.transaction.purchase.ownership))
    return ownerships.compactMap { ownership in
      guard let period = timeline.current(at: moment, ownership: ownership) else { return nil }
      let grace = timeline.grace(after: period, at: moment)
      let isUsable =
        period.covers(moment) || grace != nil
        || timeline.isAccessExtended(after: period, at: moment)
      guard isUsable || timeline.isRenewalAwaited(after: period, at: moment, for: patience) else {
        return nil
      }
      return Entitlement(
        period, grace: grace, isOverdue: !isUsable, of: timeline, at: moment,
        listing: listing(period.transaction.purchase.productID))
    }
  }

  /// Returns the latest purchase of each product that is not revoked, own and shared ones separately. A
  /// purchase under several identifiers is one.
  private static func nonConsumables(
    _ chain: ChainState, at moment: Instant, listing: (ProductID) -> CatalogProduct?
  ) -> [Entitlement] {
    held(.nonConsumable, in: [chain], at: moment).compactMap { product, held in
      held.max { $0.transaction.order < $1.transaction.order }.map {
        Entitlement(
          purchaseOf: $0.transaction, in: $0.chain, listing: listing(product.productID))
      }
    }
  }

  /// Returns the running subscription of each product, own and shared ones separately.
  private static func nonRenewing(
    _ chains: [ChainState], at moment: Instant, _ catalogs: Catalogs
  ) -> [Entitlement] {
    products(.nonRenewing, in: chains) { $0.purchase.purchaseDate <= moment }.compactMap {
      product, bought in
      let purchases = bought.compactMap { chain, transaction in
        let listing = catalogs.product(
          product.productID, at: transaction.purchase.purchaseDate)
        return NonRenewingRun.Purchase(
          transaction, in: chain, every: listing?.type == .nonRenewing ? listing?.period : nil,
          at: moment)
      }
      guard let run = NonRenewingRun.last(of: purchases),
        run.endsAt.map({ moment < $0 }) ?? true
      else { return nil }
      return Entitlement(run, listing: catalogs.product(product.productID, at: moment))
    }
  }

  private typealias Held = (chain: ChainID, transaction: TransactionState)

  /// Returns the purchases of each product that were made by the moment and are not revoked.
  private static func held(
    _ type: ProductType, in chains: [ChainState], at moment: Instant
  ) -> [OwnedProduct: [Held]] {
    products(type, in: chains) { $0.isUsable(at: moment) }
  }

  /// Returns the purchases of each product of a type.
  private static func products(
    _ type: ProductType, in chains: [ChainState], where isIncluded: (TransactionState) -> Bool
  ) -> [OwnedProduct: [Held]] {
    let all = chains.flatMap { chain in
      chain.asTold.purchases.all
        .filter { $0.purchase.type == type && isIncluded($0) }
        .map { (chain: chain.chain, transaction: $0) }
    }
    return Dictionary(grouping: all) {
      OwnedProduct($0.transaction.purchase, in: $0.chain.environment)
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
