extension CustomerTimeline {
  var owned: [CustomerTruth.Owned] {
    (nonConsumables + nonRenewing + subscriptions)
      .sorted { ($0.productId, $0.transactionId) < ($1.productId, $1.transactionId) }
  }

  private var nonConsumables: [CustomerTruth.Owned] {
    held(.nonConsumable).map { Self.owned($0) }
  }

  /// The last purchase of each product. It ends when all passes that follow each other are used up, and
  /// never if the game gives no time for one of them.
  private var nonRenewing: [CustomerTruth.Owned] {
    Dictionary(grouping: held(.nonRenewing), by: \.product).values.compactMap {
      passes -> CustomerTruth.Owned? in
      guard let last = passes.last else { return nil }
      let end = end(of: passes)
      if let end, end <= moment { return nil }
      return Self.owned(last, until: end.map(CustomerTruth.Moment.init))
    }
  }

  private func end(of passes: [OneTimePurchase]) -> Int64? {
    var end: Int64 = .min
    for sale in passes {
      guard let pass = sale.pass else { return nil }
      end = max(end, pass.boughtAt) + Int64(pass.days * sale.quantity) * Self.day
    }
    return end
  }

  private static let day: Int64 = 86_400_000

  private func held(_ kind: Product.Kind) -> [OneTimePurchase] {
    purchases.filter { $0.sale.kind == kind && !$0.fate.isWithdrawn(at: moment) }.map(\.sale)
  }

  private static func owned(
    _ sale: OneTimePurchase, until end: CustomerTruth.Moment? = nil
  ) -> CustomerTruth.Owned {
    CustomerTruth.Owned(
      productId: sale.product, type: sale.kind.rawValue,
      ownership: CustomerTruth.Ownership(isFamilyShared: sale.isFamilyShared),
      transactionId: sale.transaction, originalTransactionId: sale.transaction,
      subscriptionGroupId: nil, state: .active, expiresAt: end)
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
