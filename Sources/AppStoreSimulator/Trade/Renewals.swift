/// The renewal, retry and expiry of subscriptions.
enum Renewals {
  /// Gives a subscription another term, plans the renewal after it and shares the term with the
  /// family.
  static func serve(_ term: Term, on index: Int, in store: inout StoreState) {
    PurchaseRecords.add(term, to: index, in: &store)
    plan(index, in: &store)
    FamilySharing.shareTerm(of: index, in: &store)
  }

  /// Plans the next charge, up to six hours ahead of the period's end, and the period's end.
  static func plan(_ index: Int, in store: inout StoreState) {
    var plan = 0
    store.changeSubscription(index) { plan = $0.beginPlan() }
    let until = store.subscriptions[index].until
    let ahead = store.chance.number(in: 0...Int64(6).hours)
    store.plan(.charge(subscription: index, plan: plan), at: until - ahead)
    store.plan(.periodEnd(subscription: index, plan: plan), at: until)
  }

  /// Charges for the next period ahead of time. If the charge is not possible, the end of the
  /// period decides.
  static func charge(_ index: Int, as plan: Int, in store: inout StoreState) {
    let subscription = store.subscriptions[index]
    guard subscription.plan == plan, subscription.willBeCharged, !subscription.lacksConsent,
      isForSale(subscription, in: store), canPay(subscription, in: store)
    else { return }
    renew(index, in: &store)
  }

  static func endPeriod(of index: Int, as plan: Int, in store: inout StoreState) {
    let subscription = store.subscriptions[index]
    guard subscription.plan == plan, subscription.status == .active else { return }
    if !subscription.willBeCharged { return lapse(index, .voluntary, in: &store) }
    if subscription.lacksConsent { return lapse(index, .priceIncrease, in: &store) }
    if !isForSale(subscription, in: store) {
      return lapse(index, .productNotForSale, in: &store)
    }
    if canPay(subscription, in: store) { return renew(index, in: &store) }
    failToRenew(index, in: &store)
  }

  static func endGrace(of index: Int, as plan: Int, in store: inout StoreState) {
    let subscription = store.subscriptions[index]
    guard subscription.plan == plan, subscription.status == .gracePeriod else { return }
    if !subscription.willBeCharged { return lapse(index, .voluntary, in: &store) }
    for index in store.withShares(index) {
      retry(index, in: &store)
      Notifier.report("GRACE_PERIOD_EXPIRED", of: index, in: &store)
    }
  }

  static func endRetry(of index: Int, as plan: Int, in store: inout StoreState) {
    guard store.subscriptions[index].plan == plan, store.subscriptions[index].isTrying else {
      return
    }
    lapse(index, .billingRetry, in: &store)
  }

  static func lapse(_ index: Int, _ lapse: LapseReason, in store: inout StoreState) {
    for index in store.withShares(index) {
      store.changeSubscription(index) { $0.lapse(lapse) }
      note(.lapsed(chain: store.chainID(index)), of: index, in: &store)
      Notifier.report("EXPIRED", lapse.rawValue, of: index, in: &store)
    }
  }

  /// Collects a payment after failed charges. Inside grace the anniversary stays. After grace, or
  /// if the term would be over by now, a new anniversary begins.
  static func collect(_ index: Int, in store: inout StoreState) {
    let moment = store.tick()
    let onTime = Term(after: store.subscriptions[index], chargedAt: moment)
    if store.subscriptions[index].status == .gracePeriod, moment < onTime.until {
      serve(onTime, on: index, in: &store)
    } else {
      store.changeSubscription(index) { $0.countPayment(lateBy: moment - $0.until) }
      let subscription = store.subscriptions[index]
      let term = Term(
        subscription.nextCharge, chargedAt: moment, from: moment, by: subscription.billing,
        reason: .renewal)
      serve(term, on: index, in: &store)
    }
    Notifier.reportTerm("DID_RENEW", "BILLING_RECOVERY", of: index, in: &store)
  }

  static func canPay(_ subscription: Subscription, in store: StoreState) -> Bool {
    store.customers[subscription.customer].cardWorks
      || subscription.nextCharge.priceMilliunits == 0
  }

  private static func isForSale(_ subscription: Subscription, in store: StoreState) -> Bool {
    store.catalog[subscription.nextProduct.id] != nil
  }

  private static func renew(_ index: Int, in store: inout StoreState) {
    store.tick()
    let present = store.subscriptions[index]
    let onTime = Term(after: present, chargedAt: present.until)
    store.changeSubscription(index) { $0.countPayment(lateBy: 0) }
    serve(onTime, on: index, in: &store)
    Notifier.reportTerm("DID_RENEW", of: index, in: &store)
  }

  private static func failToRenew(_ index: Int, in store: inout StoreState) {
    store.tick()
    let subscription = store.subscriptions[index]
    let graceUntil = grace(after: subscription, in: store).map { subscription.until + $0 }
    for index in store.withShares(index) {
      if let graceUntil {
        let notice = graceEndNotice(of: index, in: store)
        store.changeSubscription(index) { $0.enterGrace(until: graceUntil, noticed: notice) }
        note(
          .graced(
            chain: store.chainID(index), until: graceUntil, isEndTold: notice != .never),
          of: index, in: &store)
        Notifier.report("DID_FAIL_TO_RENEW", "GRACE_PERIOD", of: index, in: &store)
      } else {
        retry(index, in: &store)
        Notifier.report("DID_FAIL_TO_RENEW", of: index, in: &store)
      }
    }
    let days: Int64 = subscription.commitment == nil ? 60 : 90
    if let graceUntil {
      store.plan(.graceEnd(subscription: index, plan: subscription.plan), at: graceUntil)
    }
    store.plan(
      .retryEnd(subscription: index, plan: subscription.plan), at: subscription.until + days.days)
  }

  /// Returns the length of the grace period after a failed renewal; nil if there is none.
  private static func grace(after subscription: Subscription, in store: StoreState) -> Int64? {
    let wasFree = store.transactions[subscription.latest].content.price == 0
    guard subscription.commitment == nil, store.app.gracesFirstCharge || !wasFree else {
      return nil
    }
    return store.app.grace(for: subscription.nextProduct.period(by: .upFront))
  }

  /// Returns the notices of the end of a grace that begins now. Notifications of version 1 have no
  /// status, which would name a grace without its end.
  private static func graceEndNotice(
    of index: Int, in store: StoreState
  ) -> Subscription.GraceEndNotice {
    guard store.app.notificationVersion == .version2 else { return .always }
    var chance = Chance(seed: "grace of \(store.chainID(index)) at \(store.now)")
    guard chance.happens(percent: store.app.undatedGracePercent) else { return .always }
    return chance.happens(percent: 50) ? .never : .once
  }

  private static func retry(_ index: Int, in store: inout StoreState) {
    store.changeSubscription(index) { $0.enterRetry() }
    note(.retried(chain: store.chainID(index)), of: index, in: &store)
  }

  private static func note(
    _ event: Happening.Event, of subscription: Int, in store: inout StoreState
  ) {
    store.note(event, of: store.subscriptions[subscription].customer)
  }
}

/// The reason for the end of a subscription. The raw value is Apple's subtype; `intent` is Apple's
/// `expirationIntent`.
enum LapseReason: String {
  case voluntary = "VOLUNTARY"
  case billingRetry = "BILLING_RETRY"
  case priceIncrease = "PRICE_INCREASE"
  case productNotForSale = "PRODUCT_NOT_FOR_SALE"

  var intent: Int32 {
    switch self {
    case .voluntary: 1
    case .billingRetry: 2
    case .priceIncrease: 3
    case .productNotForSale: 4
    }
  }
}
