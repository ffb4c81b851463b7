/// The sale of subscriptions: new ones, returns and changes of plan.
enum SubscriptionSales {
  static func buy(
    _ product: Product, _ command: PurchaseCommand, by customer: Int, in store: inout StoreState
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard let plan = product.plan else { throw .notASubscription(product.id) }
    let existing = store.subscription(of: customer, in: plan.group)
    let offer = try Offers.offer(
      command.offer, of: product, for: customer, existing: existing, in: store)
    guard let existing else {
      return .completed(
        try subscribe(to: product, command, offer: offer, by: customer, in: &store))
    }
    if !store.subscriptions[existing].isLive, !store.subscriptions[existing].isTrying {
      return .completed(
        try resubscribe(existing, to: product, command, offer: offer, in: &store))
    }
    guard command.billing == .upFront else { throw .alreadyOwned(product.id) }
    return try change(existing, to: product, plan, offer: offer, in: &store)
  }

  private static func subscribe(
    to product: Product, _ command: PurchaseCommand, offer: StoreOffer?, by customer: Int,
    in store: inout StoreState
  ) throws(StoreRejection) -> Int {
    let (term, commitment) = try firstTerm(of: product, command, offer: offer, at: store.now)
    let group = product.plan?.group ?? ""
    let index = store.addSubscription(
      of: customer, in: group, for: term, commitment: commitment)
    Renewals.serve(term, on: index, in: &store)
    if offer?.kind == .introductory {
      store.changeCustomer(customer) { $0.introduced.insert(group) }
    }
    Notifier.reportTerm("SUBSCRIBED", "INITIAL_BUY", of: index, in: &store)
    return store.subscriptions[index].latest
  }

  private static func resubscribe(
    _ index: Int, to product: Product, _ command: PurchaseCommand, offer: StoreOffer?,
    in store: inout StoreState
  ) throws(StoreRejection) -> Int {
    let (term, commitment) = try firstTerm(of: product, command, offer: offer, at: store.now)
    store.changeSubscription(index) { $0.begin(again: product, commitment: commitment) }
    Renewals.serve(term, on: index, in: &store)
    for index in store.withShares(index) {
      store.changeSubscription(index) { $0.autoRenew = true }
    }
    Notifier.reportTerm("SUBSCRIBED", "RESUBSCRIBE", of: index, in: &store)
    return store.subscriptions[index].latest
  }

  /// Returns the first term of a purchase that continues no earlier term.
  private static func firstTerm(
    of product: Product, _ command: PurchaseCommand, offer: StoreOffer?, at now: Int64
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
  private static func change(
    _ index: Int, to product: Product, _ plan: Product.Plan, offer: StoreOffer?,
    in store: inout StoreState
  ) throws(StoreRejection) -> PurchaseOutcome {
    let subscription = store.subscriptions[index]
    guard subscription.status == .active else { throw .notActive }
    guard subscription.commitment == nil else { throw .committed }
    guard store.now >= subscription.from else { throw .beingRenewed }
    guard let present = subscription.product.plan else { throw .notASubscription(product.id) }
    let type = offer != nil ? "OFFER_REDEEMED" : "DID_CHANGE_RENEWAL_PREF"
    if product.id == subscription.product.id {
      try keep(index, offer, in: &store)
    } else if plan.level < present.level
      || (plan.level == present.level && plan.period == present.period)
    {
      upgrade(index, to: product, offer: offer, in: &store)
      Notifier.reportTerm(type, "UPGRADE", of: index, in: &store)
      return .completed(store.subscriptions[index].latest)
    } else {
      if subscription.nextProduct.id == product.id { throw .samePlan }
      store.changeSubscription(index) { $0.plan(product, offer) }
      Notifier.report(type, "DOWNGRADE", of: index, in: &store)
    }
    return .planned(index)
  }

  /// Handles a purchase of the same product: redeems an offer for the next period, or resumes
  /// auto-renew.
  private static func keep(
    _ index: Int, _ offer: StoreOffer?, in store: inout StoreState
  ) throws(StoreRejection) {
    if let offer {
      store.changeSubscription(index) { $0.plan($0.product, offer) }
      Notifier.report("OFFER_REDEEMED", of: index, in: &store)
    } else if store.subscriptions[index].autoRenew {
      throw .alreadyOwned(store.subscriptions[index].product.id)
    } else {
      try SubscriptionCommands.resume(index, in: &store)
    }
  }

  private static func upgrade(
    _ index: Int, to product: Product, offer: StoreOffer?, in store: inout StoreState
  ) {
    for index in store.withShares(index) {
      let replaced = store.subscriptions[index]
      store.changeTransaction(replaced.latest) { $0.isUpgraded = true }
      store.note(
        .replaced(transaction: store.transactions[replaced.latest].id), of: replaced.customer)
    }
    let charge = StoreCharge(
      product: product, offer: offer,
      priceMilliunits: offer?.priceMilliunits ?? product.priceMilliunits)
    store.changeSubscription(index) { $0.beginUpgrade() }
    let term = Term(
      charge, chargedAt: store.now, from: store.now, by: .upFront, reason: .purchase)
    Renewals.serve(term, on: index, in: &store)
  }
}
