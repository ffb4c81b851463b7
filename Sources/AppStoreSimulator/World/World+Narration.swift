import AppStore

/// The notifications that Apple sends, and the content of its signatures.
extension World {
  /// Sends a notification about a subscription, with its latest transaction, renewal information
  /// and status.
  mutating func tell(_ type: String, _ subtype: String? = nil, of subscription: Int) {
    var notification = notification(type, subtype, subscriptions[subscription].customer)
    notification.transaction = signable(subscriptions[subscription].latest)
    subscriptions[subscription].lastTold = subscriptions[subscription].latest
    notification.renewal = renewal(of: subscription)
    notification.status = subscriptions[subscription].status.rawValue
    send(notification, about: subscriptions[subscription].latest)
  }

  /// Sends a notification about one transaction and, if there is one, its subscription.
  mutating func tell(
    _ type: String, _ subtype: String? = nil, ofTransaction transaction: Int,
    reason: String? = nil
  ) {
    var notification = notification(type, subtype, transactions[transaction].customer)
    notification.transaction = signable(transaction)
    notification.consumptionRequestReason = reason
    if let subscription = transactions[transaction].subscription {
      notification.renewal = renewal(of: subscription)
      notification.status = subscriptions[subscription].status.rawValue
    }
    send(notification, about: transaction)
  }

  /// Sends a notification that concerns no purchase, such as a test or an unknown type. Returns its
  /// UUID.
  @discardableResult
  package mutating func tell(_ type: String, _ subtype: String? = nil) -> String {
    let notification = notification(type, subtype, nil)
    send(notification)
    return notification.uuid
  }

  mutating func tell(_ summary: SignableSummary) {
    var notification = notification("RENEWAL_EXTENSION", "SUMMARY", nil)
    notification.summary = summary
    send(notification)
  }

  /// - Parameter transaction: the index of the notification's transaction; nil if it has none.
  private mutating func send(_ notification: StoreNotification, about transaction: Int? = nil) {
    var notification = notification
    notification.version = app.notificationVersion
    if app.notificationVersion != .version2, let transaction {
      notification.legacy = legacyNotification(of: notification, about: transaction)
    }
    notifications.append(notification)
  }

  /// Returns the notification in version 1; nil if version 1 does not tell of the event.
  private func legacyNotification(
    of notification: StoreNotification, about index: Int
  ) -> LegacyNotification? {
    let transaction = transactions[index]
    let previous = customers[transaction.customer].transactions.last {
      $0 < index && transactions[$0].subscription == transaction.subscription
    }
    let event = LegacyEvent(
      type: notification.type, subtype: notification.subtype, transaction: signable(index),
      previousProduct: transaction.subscription == nil
        ? nil : previous.map { transactions[$0].content.productId })
    guard let type = NotificationTypeV1(event, in: app) else { return nil }
    return LegacyNotification(
      type: type, isFlat: app.notificationVersion == .flatVersion1,
      transaction: event.transaction, renewal: notification.renewal,
      purchases: purchases(of: transaction.customer, including: index))
  }

  private mutating func notification(
    _ type: String, _ subtype: String?, _ customer: Int?
  ) -> StoreNotification {
    StoreNotification(type, subtype, uuid: uuid(), signedDate: tick(), customer: customer)
  }

  /// Returns the transaction with the present as its signed date.
  package func signable(_ transaction: Int) -> SignableTransaction {
    var content = transactions[transaction].content
    content.signedDate = now
    return content
  }

  /// Returns the subscription's renewal information with the present as its signed date.
  package func renewal(of index: Int) -> SignableRenewal {
    let subscription = subscriptions[index]
    let latest = transactions[subscription.latest].content
    let customer = customers[subscription.customer]
    var renewal = SignableRenewal(
      originalTransactionId: latest.originalTransactionId, productId: latest.productId,
      autoRenewProductId: subscription.nextProduct.id, renewalDate: subscription.until,
      signedDate: now, environment: app.environment.rawValue)
    renewal.autoRenewStatus = subscription.willBeCharged ? 1 : 0
    renewal.isInBillingRetryPeriod = subscription.status == .active ? nil : subscription.isTrying
    renewal.gracePeriodExpiresDate = subscription.graceUntil
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
