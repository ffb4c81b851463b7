import Foundation

/// The promotional entitlements of an account in one app and environment.
package struct AccountPromotions: Hashable, Sendable {
  private let bundleID: BundleID
  private let environment: StoreEnvironment
  private let promotions: [Promotion]

  package init(
    _ promotions: [Promotion], in bundleID: BundleID, _ environment: StoreEnvironment
  ) {
    self.promotions = promotions
    self.bundleID = bundleID
    self.environment = environment
  }

  /// Returns an entitlement for each promotion in force. Several to one product stay apart, because each ends and
  /// is withdrawn by itself.
  func inForce(
    at moment: Instant, listing: (ProductID) -> CatalogProduct?
  ) -> [Entitlement] {
    promotions.filter { $0.isInForce(at: moment) }.map { promotion in
      Entitlement(
        promotion, in: bundleID, environment,
        listing: promotion.thing.productID.flatMap(listing))
    }
  }
}

extension Entitlement {
  /// Creates a promotional entitlement, which has no purchase and no transaction: its own id is in their place. A
  /// name that it opens is in the place of the product.
  fileprivate init(
    _ promotion: Promotion, in bundleID: BundleID, _ environment: StoreEnvironment,
    listing: CatalogProduct?
  ) {
    let id = promotion.id.uuidString.lowercased()
    chain = ChainID(bundleID, environment, OriginalTransactionID(id))
    transactionID = TransactionID(id)
    productID = promotion.thing.productID ?? ProductID(promotion.thing.name ?? "")
    type = promotion.thing.type
    ownership = .promotional
    subscriptionGroupID = listing?.subscriptionGroupID
    level = listing?.level
    unlocks = promotion.thing.name.map { [$0] } ?? listing?.unlocks ?? []
    state = .active
    startsAt = promotion.grantedAt
    expiresAt = promotion.until
    willRenew = nil
    renewsAs = nil
    confirmedAt = promotion.grantedAt
    renewalOverdue = false
    isUncertain = false
    because = [promotion.because]
  }
}
