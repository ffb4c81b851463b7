/// The present state of a subscription, as JSON.
struct ControlSubscriptionBody: Encodable, Sendable {
  let originalTransactionId: String
  let subscriptionGroupId: String
  let status: CustomerTruth.SubscriptionTruth.Status
  let ownership: CustomerTruth.Ownership
  let productId: String
  /// The product of the next period.
  let nextProductId: String
  let autoRenew: Bool
  /// The end of the period, which may be in the past.
  let until: CustomerTruth.Moment
  /// The end of the grace period; absent if Apple grants none.
  let gracePeriodUntil: CustomerTruth.Moment?
  /// True if a higher price waits for the customer's consent.
  let awaitsConsent: Bool
  /// The id of the latest transaction.
  let transactionId: String

  /// The keys of the answer.
  private enum CodingKeys: String, CodingKey {
    case originalTransactionId, subscriptionGroupId, ownership, productId, nextProductId
    case autoRenew, until, gracePeriodUntil, awaitsConsent, transactionId
    case status = "standing"
  }

  init(_ index: Int, in world: World) {
    let subscription = world.subscriptions[index]
    originalTransactionId = world.transactions[subscription.origin].id
    subscriptionGroupId = subscription.group
    status = CustomerTruth.SubscriptionTruth.Status(subscription.status)
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

extension CustomerTruth.SubscriptionTruth.Status {
  fileprivate init(_ status: Subscription.Status) {
    self =
      switch status {
      case .active: .active
      case .expired: .expired
      case .billingRetry: .billingRetry
      case .gracePeriod: .gracePeriod
      case .revoked: .revoked
      }
  }
}
