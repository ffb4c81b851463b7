/// New subscriptions, resubscriptions and changes of plan.
extension World {
  /// Returns the customer's own subscription in a group, live or not.
  package func subscription(of customer: Int, in group: String) -> Int? {
    customers[customer].subscriptions.first {
      subscriptions[$0].group == group && !subscriptions[$0].isShared
    }
  }

  mutating func subscribe(
    to product: Product, _ command: PurchaseCommand, by customer: Int
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard let plan = product.plan else { throw .notASubscription(product.id) }
    let existing = subscription(of: customer, in: plan.group)
    let offer = try offer(command.offer, of: product, for: customer, existing: existing)
    guard let existing else {
      return .completed(try subscribeFirst(to: product, command, offer: offer, by: customer))
    }
    if !subscriptions[existing].isLive, !subscriptions[existing].isTrying {
      return .completed(try resubscribe(existing, to: product, command, offer: offer))
    }
    guard command.billing == .upFront else { throw .alreadyOwned(product.id) }
    return try change(existing, to: product, plan, offer: offer)
  }

  private mutating func subscribeFirst(
    to product: Product, _ command: PurchaseCommand, offer: StoreOffer?, by customer: Int
  ) throws(StoreRejection) -> Int {
    let (term, commitment) = try firstTerm(of: product, command, offer: offer)
    let group = product.plan?.group ?? ""
    let index = begin(term, for: customer, in: group, commitment: commitment)
    if offer?.kind == .introductory { customers[customer].introduced.insert(group) }
    announce("SUBSCRIBED", "INITIAL_BUY", of: index)
    return subscriptions[index].latest
  }

  private mutating func resubscribe(
    _ index: Int, to product: Product, _ command: PurchaseCommand, offer: StoreOffer?
  ) throws(StoreRejection) -> Int {
    let (term, commitment) = try firstTerm(of: product, command, offer: offer)
    subscriptions[index].commitment = commitment
    subscriptions[index].priceMilliunits = product.priceMilliunits
    serve(term, on: index)
    for index in withShares(index) { subscriptions[index].autoRenew = true }
    announce("SUBSCRIBED", "RESUBSCRIBE", of: index)
    return subscriptions[index].latest
  }

  /// Returns the first term of a purchase that continues no earlier term.
  private func firstTerm(
    of product: Product, _ command: PurchaseCommand, offer: StoreOffer?
  ) throws(StoreRejection) -> (Term, Subscription.Commitment?) {
    var commitment: Subscription.Commitment?
    if command.billing == .monthly {
      guard product.plan?.period == CalendarPeriod(1, .year), offer == nil else {
        throw .noCommitment(product.id)
      }
      commitment = Subscription.Commitment(
        expires: CalendarPeriod(1, .year).end(after: now),
        priceMilliunits: product.priceMilliunits / 120 * 120)
    }
    let price = commitment?.monthlyMilliunits ?? offer?.priceMilliunits ?? product.priceMilliunits
    let charge = StoreCharge(product: product, offer: offer, priceMilliunits: price)
    return (
      Term(charge, chargedAt: now, from: now, by: command.billing, reason: .purchase), commitment
    )
  }

  /// Changes the product of a subscription. A change to a higher level, or to the same period on
  /// the same level, happens at once; any other with the next period.
  private mutating func change(
    _ index: Int, to product: Product, _ plan: Product.Plan, offer: StoreOffer?
  ) throws(StoreRejection) -> PurchaseOutcome {
    let subscription = subscriptions[index]
    guard subscription.status == .active else { throw .notActive }
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

  /// Handles a purchase of the same product: redeems an offer for the next period, or resumes
  /// auto-renew.
  private mutating func keep(_ index: Int, _ offer: StoreOffer?) throws(StoreRejection) {
    if let offer {
      subscriptions[index].plan(subscriptions[index].product, offer)
      tell("OFFER_REDEEMED", of: index)
    } else if subscriptions[index].autoRenew {
      throw .alreadyOwned(subscriptions[index].product.id)
    } else {
      try resume(index)
    }
  }

  private mutating func upgrade(_ index: Int, to product: Product, offer: StoreOffer?) {
    for index in withShares(index) {
      modify(subscriptions[index].latest) { $0.isUpgraded = true }
      note(
        .replaced(transaction: transactions[subscriptions[index].latest].id),
        of: subscriptions[index].customer)
    }
    let charge = StoreCharge(
      product: product, offer: offer,
      priceMilliunits: offer?.priceMilliunits ?? product.priceMilliunits)
    subscriptions[index].autoRenew = true
    subscriptions[index].priceIncrease = nil
    serve(
      Term(charge, chargedAt: now, from: now, by: .upFront, reason: .purchase), on: index)
  }
}

extension Subscription {
  /// Plans a product and an offer for the next period.
  fileprivate mutating func plan(_ product: Product, _ offer: StoreOffer?) {
    nextProduct = product
    nextOffer = offer
    autoRenew = true
    if product.id != self.product.id { priceIncrease = nil }
  }
}

/// The eligibility of customers for offers.
extension World {
  func offer(
    _ command: PurchaseCommand.OfferChoice?, of product: Product, for customer: Int, existing: Int?
  ) throws(StoreRejection) -> StoreOffer? {
    guard let command, let plan = product.plan else { return nil }
    let found = plan.offers.first {
      switch command {
      case .introductory: $0.kind == .introductory
      case .named(let id): $0.id == id
      }
    }
    guard let found else { throw .offerNotForSale(command.name) }
    if let why = obstacle(to: found, in: plan.group, for: customer, existing: existing) {
      throw .notEligibleForOffer(why)
    }
    return found
  }

  /// Returns the reason why the customer is not eligible for the offer; nil if the customer is
  /// eligible.
  private func obstacle(
    to offer: StoreOffer, in group: String, for customer: Int, existing: Int?
  ) -> String? {
    switch offer.kind {
    case .introductory:
      let isNew = existing == nil && !customers[customer].introduced.contains(group)
      return isNew ? nil : "introductory offers are for customers who are new to the group"
    case .promotional:
      return existing != nil ? nil : "promotional offers are for present and former subscribers"
    case .offerCode: return nil
    case .winBack:
      let isFormer = existing.map { subscriptions[$0].status == .expired } ?? false
      return isFormer ? nil : "win-back offers are for former subscribers"
    }
  }
}

extension PurchaseCommand.OfferChoice {
  fileprivate var name: String {
    switch self {
    case .introductory: "(introductory)"
    case .named(let id): id
    }
  }
}
