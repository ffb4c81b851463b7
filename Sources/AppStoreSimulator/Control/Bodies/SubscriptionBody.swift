extension ControlAPI {
  /// A subscription at present.
  struct SubscriptionBody: Encodable, Sendable {
    let originalTransactionId: String
    let subscriptionGroupId: String
    let standing: CustomerTruth.Standing.Status
    let ownership: CustomerTruth.Ownership
    let productId: String
    /// What it renews into.
    let nextProductId: String
    let autoRenew: Bool
    /// The end of the period, which may be past.
    let until: CustomerTruth.Moment
    /// Present where Apple gives grace.
    let gracePeriodUntil: CustomerTruth.Moment?
    /// Whether a higher price waits for the customer's consent.
    let awaitsConsent: Bool
    /// The latest one.
    let transactionId: String

    init(_ index: Int, in world: World) {
      let subscription = world.subscriptions[index]
      originalTransactionId = world.transactions[subscription.origin].id
      subscriptionGroupId = subscription.group
      standing = CustomerTruth.Standing.Status(subscription.standing)
      ownership = subscription.isShared ? .familyShared : .purchased
      productId = subscription.product.id
      nextProductId = subscription.nextProduct.id
      autoRenew = subscription.autoRenew
      until = CustomerTruth.Moment(subscription.until)
      gracePeriodUntil = subscription.graceUntil.map(CustomerTruth.Moment.init)
      awaitsConsent = subscription.awaitsConsent
      transactionId = world.transactions[subscription.latest].id
    }
  }
}

extension CustomerTruth.Standing.Status {
  fileprivate init(_ standing: Subscription.Standing) {
    self =
      switch standing {
      case .active: .active
      case .expired: .expired
      case .billingRetry: .billingRetry
      case .gracePeriod: .gracePeriod
      case .revoked: .revoked
      }
  }
}
