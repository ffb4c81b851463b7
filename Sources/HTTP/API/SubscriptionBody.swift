package import Ledger

/// The JSON form of the status of a subscription.
package struct SubscriptionBody: Encodable, Sendable {
  let originalTransactionId: String
  let subscriptionGroupId: Nullable<String>
  let productId: String
  let status: SubscriptionStatus.Status
  let expiresAt: String
  let gracePeriodExpiresAt: Nullable<String>
  let autoRenew: Nullable<Bool>
  let renewsAs: Nullable<String>
  let expirationIntent: Nullable<Int32>
  let priceIncreaseStatus: Nullable<Int32>
  let offer: Nullable<OfferBody>
  let commitment: Nullable<CommitmentBody>
  let ownership: String
  let environment: StoreEnvironment
  let confirmedAt: String
  let renewalOverdue: Bool
  /// True, or absent.
  let uncertain: Bool?

  package init(_ status: SubscriptionStatus) {
    originalTransactionId = status.chain.originalTransactionID.rawValue
    subscriptionGroupId = Nullable(status.subscriptionGroupID?.rawValue)
    productId = status.productID.rawValue
    self.status = status.status
    expiresAt = status.expiresAt.description
    gracePeriodExpiresAt = Nullable(status.gracePeriodExpiresAt?.description)
    autoRenew = Nullable(status.autoRenew)
    renewsAs = Nullable(status.renewsAs?.rawValue)
    expirationIntent = Nullable(status.expirationIntent)
    priceIncreaseStatus = Nullable(status.priceIncreaseStatus)
    offer = Nullable(status.offer.map(OfferBody.init))
    commitment = Nullable(
      status.commitment.map { CommitmentBody($0, status.commitmentRenewal, in: status.currency) })
    ownership = status.ownership.rawValue
    environment = status.chain.environment
    confirmedAt = status.confirmedAt.description
    renewalOverdue = status.renewalOverdue
    uncertain = status.isUncertain ? true : nil
  }
}

/// An offer in Apple's words: `type` 1 introductory, 2 promotional, 3 offer code, 4 win-back.
struct OfferBody: Encodable, Sendable {
  let type: Nullable<Int32>
  @Nullable private(set) var identifier: String?
  @Nullable private(set) var discountType: String?
  @Nullable private(set) var period: String?

  init(_ offer: Offer) {
    type = Nullable(offer.type)
    identifier = offer.identifier
    discountType = offer.discountType
    period = offer.period
  }
}
