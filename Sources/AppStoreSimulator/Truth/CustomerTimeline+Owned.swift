extension CustomerTimeline {
  var owned: [CustomerTruth.Owned] {
    (nonConsumables + nonRenewing + subscriptions)
      .sorted { ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId) }
  }

  private var nonConsumables: [CustomerTruth.Owned] {
    held(.nonConsumable).map(Self.owned)
  }

  /// The last purchase of each product, without an end: Apple does not know the duration.
  private var nonRenewing: [CustomerTruth.Owned] {
    Dictionary(grouping: held(.nonRenewing), by: \.product).values.compactMap(\.last)
      .map(Self.owned)
  }

  private func held(_ kind: Product.Kind) -> [OneTimePurchase] {
    purchases.filter { $0.sale.kind == kind && !$0.fate.isWithdrawn(at: moment) }.map(\.sale)
  }

  private static func owned(_ sale: OneTimePurchase) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: sale.product, type: sale.kind.rawValue,
      ownership: CustomerTruth.Ownership(isFamilyShared: sale.isFamilyShared),
      transactionId: sale.transaction, originalTransactionId: sale.transaction,
      subscriptionGroupId: nil, state: .active, expiresAt: nil)
  }

  private var subscriptions: [CustomerTruth.Owned] {
    chains.compactMap { chain in
      switch chain.status {
      case .active: Self.owned(chain.truth, .active)
      case .gracePeriod: Self.owned(chain.truth, .gracePeriod)
      case .expired, .billingRetry, .revoked: nil
      }
    }
  }

  private static func owned(
    _ status: CustomerTruth.SubscriptionTruth, _ state: CustomerTruth.Owned.State
  ) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: status.productId, type: Product.Kind.autoRenewable.rawValue,
      ownership: status.ownership, transactionId: status.transactionId,
      originalTransactionId: status.originalTransactionId,
      subscriptionGroupId: status.subscriptionGroupId, state: state,
      expiresAt: status.expiresAt)
  }
}
