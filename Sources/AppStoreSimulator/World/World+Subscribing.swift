/// Subscribing, and changing what is subscribed to.
extension World {
  /// The customer's own subscription in a group, live or not.
  package func subscription(of customer: Int, in group: String) -> Int? {
    customers[customer].subscriptions.first {
      subscriptions[$0].group == group && !subscriptions[$0].isShared
    }
  }

  mutating func subscribe(
    to product: Product, _ wish: PurchaseWish, by customer: Int
  ) throws(StoreRefusal) -> PurchaseOutcome {
    guard let plan = product.plan else { throw .notASubscription(product.id) }
    let existing = subscription(of: customer, in: plan.group)
    let offer = try offer(wish.offer, of: product, for: customer, existing: existing)
    guard let existing else {
      return .completed(try subscribeFirst(to: product, wish, offer: offer, by: customer))
    }
    if !subscriptions[existing].isLive, !subscriptions[existing].isTrying {
      return .completed(try resubscribe(existing, to: product, wish, offer: offer))
    }
    guard wish.billing == .upFront else { throw .alreadyOwned(product.id) }
    return try change(existing, to: product, plan, offer: offer)
  }

  private mutating func subscribeFirst(
    to product: Product, _ wish: PurchaseWish, offer: Offer?, by customer: Int
  ) throws(StoreRefusal) -> Int {
    let (term, commitment) = try firstTerm(of: product, wish, offer: offer)
    let group = product.plan?.group ?? ""
    let index = begin(term, for: customer, in: group, commitment: commitment)
    if offer?.kind == .introductory { customers[customer].introduced.insert(group) }
    announce("SUBSCRIBED", "INITIAL_BUY", of: index)
    return subscriptions[index].latest
  }

  private mutating func resubscribe(
    _ index: Int, to product: Product, _ wish: PurchaseWish, offer: Offer?
  ) throws(StoreRefusal) -> Int {
    let (term, commitment) = try firstTerm(of: product, wish, offer: offer)
    subscriptions[index].commitment = commitment
    subscriptions[index].priceMilliunits = product.priceMilliunits
    serve(term, on: index)
    for index in withShares(index) { subscriptions[index].autoRenew = true }
    announce("SUBSCRIBED", "RESUBSCRIBE", of: index)
    return subscriptions[index].latest
  }

  /// The first term of a purchase that continues nothing.
  private func firstTerm(
    of product: Product, _ wish: PurchaseWish, offer: Offer?
  ) throws(StoreRefusal) -> (Term, Subscription.Commitment?) {
    var commitment: Subscription.Commitment?
    if wish.billing == .monthly {
      guard product.plan?.period == CalendarPeriod(1, .year), offer == nil else {
        throw .noCommitment(product.id)
      }
      commitment = Subscription.Commitment(
        expires: CalendarPeriod(1, .year).end(after: now),
        priceMilliunits: product.priceMilliunits / 120 * 120)
    }
    let price = commitment?.monthlyMilliunits ?? offer?.priceMilliunits ?? product.priceMilliunits
    let charge = Charge(product: product, offer: offer, priceMilliunits: price)
    return (
      Term(charge, chargedAt: now, from: now, by: wish.billing, reason: .purchase), commitment
    )
  }

  /// To a higher level, or to a product of the same length on the same level, at once; else with the next
  /// period.
  private mutating func change(
    _ index: Int, to product: Product, _ plan: Product.Plan, offer: Offer?
  ) throws(StoreRefusal) -> PurchaseOutcome {
    let subscription = subscriptions[index]
    guard subscription.standing == .active else { throw .notActive }
    guard subscription.commitment == nil else { throw .committed }
    guard now >= subscription.from else { throw .beingRenewed }
    guard let present = subscription.product.plan else { throw .notASubscription(product.id) }
    if product.id == subscription.product.id {
      try keep(index, offer)
    } else if plan.level < present.level
      || (plan.level == present.level && plan.period == present.period)
    {
      upgrade(index, to: product, offer: offer)
      announce(offer != nil ? "OFFER_REDEEMED" : "DID_CHANGE_RENEWAL_PREF", "UPGRADE", of: index)
      return .completed(subscriptions[index].latest)
    } else {
      if subscription.nextProduct.id == product.id { throw .samePlan }
      subscriptions[index].plan(product, offer)
      tell(offer != nil ? "OFFER_REDEEMED" : "DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", of: index)
    }
    return .planned(index)
  }

  /// The same product again: an offer for the next period, or a change of mind about cancelling.
  private mutating func keep(_ index: Int, _ offer: Offer?) throws(StoreRefusal) {
    if let offer {
      subscriptions[index].plan(subscriptions[index].product, offer)
      tell("OFFER_REDEEMED", of: index)
    } else if subscriptions[index].autoRenew {
      throw .alreadyOwned(subscriptions[index].product.id)
    } else {
      try resume(index)
    }
  }

  private mutating func upgrade(_ index: Int, to product: Product, offer: Offer?) {
    for index in withShares(index) {
      modify(subscriptions[index].latest) { $0.isUpgraded = true }
      note(
        .replaced(transaction: transactions[subscriptions[index].latest].id),
        of: subscriptions[index].customer)
    }
    let charge = Charge(
      product: product, offer: offer,
      priceMilliunits: offer?.priceMilliunits ?? product.priceMilliunits)
    subscriptions[index].autoRenew = true
    subscriptions[index].priceIncrease = nil
    serve(
      Term(charge, chargedAt: now, from: now, by: .upFront, reason: .purchase), on: index)
  }
}

extension Subscription {
  /// From the next period on.
  fileprivate mutating func plan(_ product: Product, _ offer: Offer?) {
    nextProduct = product
    nextOffer = offer
    autoRenew = true
    if product.id != self.product.id { priceIncrease = nil }
  }
}
