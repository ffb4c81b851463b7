extension Past {
  var owned: [CustomerTruth.Owned] {
    (nonConsumables + nonRenewing + subscriptions)
      .sorted { ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId) }
  }

  private var nonConsumables: [CustomerTruth.Owned] {
    held(.nonConsumable).map(Self.owned)
  }

  /// The last of each product, for ever: Apple does not know how long it is good for.
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
      case .active: Self.owned(chain.standing, .active)
      case .gracePeriod: Self.owned(chain.standing, .gracePeriod)
      case .expired, .billingRetry, .revoked: nil
      }
    }
  }

  private static func owned(
    _ standing: CustomerTruth.Standing, _ state: CustomerTruth.Owned.State
  ) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: standing.productId, type: Product.Kind.autoRenewable.rawValue,
      ownership: standing.ownership, transactionId: standing.transactionId,
      originalTransactionId: standing.originalTransactionId,
      subscriptionGroupId: standing.subscriptionGroupId, state: state,
      expiresAt: standing.expiresAt)
  }
}
