/// The contents of renewal information, in Apple's fields.
enum RenewalContent {
  /// Returns a subscription's renewal information with the present as its signed date.
  static func present(of index: Int, in store: StoreState) -> SignableRenewal {
    let subscription = store.subscriptions[index]
    let latest = store.transactions[subscription.latest].content
    let customer = store.customers[subscription.customer]
    var renewal = SignableRenewal(
      originalTransactionId: latest.originalTransactionId, productId: latest.productId,
      autoRenewProductId: subscription.nextProduct.id, renewalDate: subscription.until,
      signedDate: store.now, environment: store.app.environment.rawValue)
    renewal.autoRenewStatus = subscription.willBeCharged ? 1 : 0
    renewal.isInBillingRetryPeriod = subscription.status == .active ? nil : subscription.isTrying
    renewal.gracePeriodExpiresDate = subscription.toldGraceUntil
    renewal.expirationIntent = subscription.expirationIntent
    renewal.priceIncreaseStatus = subscription.priceIncrease.map { $0.isAccepted ? 1 : 0 }
    renewal.recentSubscriptionStartDate = subscription.runBegan
    renewal.appAccountToken = latest.appAccountToken
    renewal.appTransactionId = latest.appTransactionId
    if !subscription.isShared {
      let next = subscription.nextCharge
      renewal.renewalPrice = customer.storefront.price(next.priceMilliunits)
      renewal.currency = customer.storefront.currency
      renewal.offerType = next.offer?.kind.rawValue
      renewal.offerIdentifier = next.offer?.id
      renewal.offerDiscountType = next.offer?.mode.rawValue
      renewal.offerPeriod = next.offer?.wholePeriod.iso8601
    }
    if subscription.status == .expired, !subscription.isShared {
      let offers = subscription.product.plan?.offers.filter { $0.kind == .winBack } ?? []
      renewal.eligibleWinBackOfferIds = offers.isEmpty ? nil : offers.compactMap(\.id)
    }
    if let commitment = subscription.commitment {
      renewal.renewalBillingPlanType = BillingPlan.monthly.rawValue
      renewal.commitmentInfo = SignableRenewal.CommitmentInfo(
        commitmentAutoRenewProductId: subscription.nextProduct.id,
        commitmentAutoRenewStatus: subscription.autoRenew ? 1 : 0,
        commitmentRenewalDate: commitment.expires,
        commitmentRenewalPrice: customer.storefront.price(commitment.priceMilliunits))
    }
    return renewal
  }
}

extension StoreOffer {
  /// The total duration of the offer.
  var wholePeriod: CalendarPeriod { CalendarPeriod(period.count * periods, period.unit) }
}
