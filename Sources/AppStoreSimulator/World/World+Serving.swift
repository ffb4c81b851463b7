/// A period of a subscription that is about to begin.
struct Term: Sendable {
  let charge: StoreCharge
  let chargedAt: Int64
  let from: Int64
  let until: Int64
  let anchor: Int64
  let periodsSinceAnchor: Int
  let reason: Reason

  enum Reason: String {
    case purchase = "PURCHASE"
    case renewal = "RENEWAL"
  }
}

extension Term {
  /// Creates a term that begins a new count of periods.
  init(
    _ charge: StoreCharge, chargedAt: Int64, from: Int64, by billing: BillingPlan, reason: Reason
  ) {
    if let offer = charge.offer, offer.mode != .payAsYouGo {
      let until = offer.wholePeriod.end(after: from)
      self.init(
        charge: charge, chargedAt: chargedAt, from: from, until: until, anchor: until,
        periodsSinceAnchor: 0, reason: reason)
    } else {
      self.init(
        charge: charge, chargedAt: chargedAt, from: from,
        until: charge.product.period(by: billing).end(after: from), anchor: from,
        periodsSinceAnchor: 1, reason: reason)
    }
  }

  /// Creates the term that follows the subscription's present one without a gap.
  init(after subscription: Subscription, chargedAt: Int64) {
    let (charge, start) = (subscription.nextCharge, subscription.until)
    let period = charge.product.period(by: subscription.billing)
    let isContinued =
      subscription.nextOffer == nil
      && period == subscription.product.period(by: subscription.billing)
    guard isContinued else {
      self.init(
        charge, chargedAt: chargedAt, from: start, by: subscription.billing, reason: .renewal)
      return
    }
    let periods = subscription.periodsSinceAnchor + 1
    self.init(
      charge: charge, chargedAt: chargedAt, from: start,
      until: period.end(after: subscription.anchor, times: periods), anchor: subscription.anchor,
      periodsSinceAnchor: periods, reason: .renewal)
  }
}

extension Product {
  /// Returns the period that one payment covers.
  func period(by billing: BillingPlan) -> CalendarPeriod {
    billing == .monthly ? CalendarPeriod(1, .month) : plan?.period ?? CalendarPeriod(1, .month)
  }
}

extension Subscription {
  var billing: BillingPlan { commitment == nil ? .upFront : .monthly }
}

extension World {
  /// Begins a new subscription with its first term and returns its index.
  mutating func begin(
    _ term: Term, for customer: Int, in group: String, commitment: Subscription.Commitment? = nil,
    sharedFrom: Int? = nil
  ) -> Int {
    let index = subscriptions.count
    subscriptions.append(
      Subscription(
        customer: customer, group: group, origin: transactions.count, sharedFrom: sharedFrom,
        product: term.charge.product, nextProduct: term.charge.product,
        latest: transactions.count, priceMilliunits: term.charge.product.priceMilliunits,
        commitment: commitment, from: term.from, until: term.until, anchor: term.anchor,
        runBegan: term.from))
    customers[customer].subscriptions.append(index)
    serve(term, on: index)
    return index
  }

  /// Continues a subscription, and those shared from it, for another term.
  mutating func serve(_ term: Term, on index: Int) {
    let content = self.content(of: term, on: index)
    let transaction = append(
      content, of: subscriptions[index].customer, subscription: index)
    subscriptions[index].take(term, transaction: transaction)
    note(.served(service(term, on: index, as: content)), of: subscriptions[index].customer)
    guard subscriptions[index].sharedFrom == nil else { return }
    planRenewal(of: index)
    shareWithFamily(index)
  }

  /// Plans the next charge, up to six hours ahead of the period's end, and the period's end.
  mutating func planRenewal(of index: Int) {
    subscriptions[index].plan += 1
    let (plan, until) = (subscriptions[index].plan, subscriptions[index].until)
    let ahead = chance.number(in: 0...Int64(6).hours)
    agenda.plan(.charge(subscription: index, plan: plan), at: until - ahead)
    agenda.plan(.periodEnd(subscription: index, plan: plan), at: until)
  }

  private func service(
    _ term: Term, on index: Int, as content: SignableTransaction
  ) -> Service {
    Service(
      chain: content.originalTransactionId, transaction: content.transactionId,
      group: subscriptions[index].group, product: content.productId,
      level: term.charge.product.plan?.level ?? 1, chargedAt: term.chargedAt, from: term.from,
      until: term.until, price: content.money,
      isFamilyShared: subscriptions[index].isShared, token: content.appAccountToken,
      isRenewal: term.reason == .renewal, coins: coins(for: content))
  }
}

extension Subscription {
  /// Advances the subscription to the next term.
  mutating func take(_ term: Term, transaction: Int) {
    if term.from - until > Int64(60).days { runBegan = term.from }
    if let priceIncrease, priceIncrease.isAccepted, priceIncrease.effectiveFrom <= term.from {
      priceMilliunits = priceIncrease.priceMilliunits
      self.priceIncrease = nil
    }
    if term.charge.product.id != product.id {
      priceMilliunits = term.charge.product.priceMilliunits
    }
    takeOffer(of: term)
    product = term.charge.product
    nextProduct = product
    nextOffer = nil
    latest = transaction
    status = .active
    (from, until) = (term.from, term.until)
    (anchor, periodsSinceAnchor) = (term.anchor, term.periodsSinceAnchor)
    graceUntil = nil
    expirationIntent = nil
    if term.charge.priceMilliunits > 0 { hasBeenPaid = true }
  }

  private mutating func takeOffer(of term: Term) {
    guard let new = term.charge.offer else {
      (offer, offerPeriodsLeft) = (nil, 0)
      return
    }
    let isGoingOn = term.reason == .renewal && nextOffer == nil && offer == new
    offerPeriodsLeft =
      (isGoingOn ? offerPeriodsLeft : new.mode == .payAsYouGo ? new.periods : 1) - 1
    offer = new
  }
}
