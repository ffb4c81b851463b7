/// The renewal, retry and expiry of subscriptions.
extension World {
  /// Charges for the next period ahead of time. If the charge is not possible, the end of the
  /// period decides.
  mutating func charge(_ index: Int, as plan: Int) {
    guard subscriptions[index].plan == plan, subscriptions[index].willBeCharged,
      !subscriptions[index].lacksConsent, isForSale(index), canPay(index)
    else { return }
    renew(index)
  }

  mutating func endPeriod(of index: Int, as plan: Int) {
    guard subscriptions[index].plan == plan, subscriptions[index].status == .active else {
      return
    }
    if !subscriptions[index].willBeCharged { return lapse(index, .voluntary) }
    if subscriptions[index].lacksConsent { return lapse(index, .priceIncrease) }
    if !isForSale(index) { return lapse(index, .productNotForSale) }
    if canPay(index) { return renew(index) }
    failToRenew(index)
  }

  mutating func endGrace(of index: Int, as plan: Int) {
    guard subscriptions[index].plan == plan, subscriptions[index].status == .gracePeriod else {
      return
    }
    if !subscriptions[index].willBeCharged { return lapse(index, .voluntary) }
    for index in withShares(index) {
      subscriptions[index].status = .billingRetry
      note(.retried(chain: chainID(index)), of: subscriptions[index].customer)
      tell("GRACE_PERIOD_EXPIRED", of: index)
    }
  }

  mutating func endRetry(of index: Int, as plan: Int) {
    guard subscriptions[index].plan == plan, subscriptions[index].isTrying else { return }
    lapse(index, .billingRetry)
  }

  /// The reason for the end of a subscription. The raw value is Apple's subtype; `intent` is
  /// Apple's `expirationIntent`.
  enum Lapse: String {
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

  mutating func lapse(_ index: Int, _ lapse: Lapse) {
    for index in withShares(index) {
      subscriptions[index].end(as: .expired)
      subscriptions[index].expirationIntent = lapse.intent
      note(.lapsed(chain: chainID(index)), of: subscriptions[index].customer)
      tell("EXPIRED", lapse.rawValue, of: index)
    }
  }

  private mutating func renew(_ index: Int) {
    tick()
    let onTime = Term(after: subscriptions[index], chargedAt: subscriptions[index].until)
    subscriptions[index].countPayment(lateBy: 0)
    serve(onTime, on: index)
    announce("DID_RENEW", of: index)
  }

  private mutating func failToRenew(_ index: Int) {
    tick()
    let subscription = subscriptions[index]
    let wasFree = transactions[subscription.latest].content.price == 0
    let grace =
      subscription.commitment == nil && (app.gracesFirstCharge || !wasFree)
      ? app.grace(for: subscription.nextProduct.period(by: .upFront)) : nil
    for index in withShares(index) {
      if let grace { enterGrace(index, until: subscription.until + grace) } else { retry(index) }
    }
    let days: Int64 = subscription.commitment == nil ? 60 : 90
    if let grace {
      agenda.plan(
        .graceEnd(subscription: index, plan: subscription.plan), at: subscription.until + grace)
    }
    agenda.plan(
      .retryEnd(subscription: index, plan: subscription.plan), at: subscription.until + days.days)
  }

  private mutating func enterGrace(_ index: Int, until: Int64) {
    subscriptions[index].status = .gracePeriod
    subscriptions[index].graceUntil = until
    note(.graced(chain: chainID(index), until: until), of: subscriptions[index].customer)
    tell("DID_FAIL_TO_RENEW", "GRACE_PERIOD", of: index)
  }

  private mutating func retry(_ index: Int) {
    subscriptions[index].status = .billingRetry
    note(.retried(chain: chainID(index)), of: subscriptions[index].customer)
    tell("DID_FAIL_TO_RENEW", of: index)
  }

  /// Collects a payment after failed charges. Inside grace the anniversary stays. After grace, or
  /// if the term would be over by now, a new anniversary begins.
  mutating func collect(_ index: Int) {
    let moment = tick()
    let onTime = Term(after: subscriptions[index], chargedAt: moment)
    if subscriptions[index].status == .gracePeriod, moment < onTime.until {
      serve(onTime, on: index)
    } else {
      subscriptions[index].countPayment(lateBy: moment - subscriptions[index].until)
      let term = Term(
        subscriptions[index].nextCharge, chargedAt: moment, from: moment,
        by: subscriptions[index].billing, reason: .renewal)
      serve(term, on: index)
    }
    announce("DID_RENEW", "BILLING_RECOVERY", of: index)
  }

  private func isForSale(_ index: Int) -> Bool {
    catalog[subscriptions[index].nextProduct.id] != nil
  }

  func canPay(_ index: Int) -> Bool {
    customers[subscriptions[index].customer].cardWorks
      || subscriptions[index].nextCharge.priceMilliunits == 0
  }
}

extension Subscription {
  /// Ends the subscription with a status and voids everything planned for it.
  mutating func end(as status: Status) {
    self.status = status
    autoRenew = false
    commitment = nil
    priceIncrease = nil
    nextOffer = nil
    nextProduct = product
    plan += 1
  }

  /// Counts the next of the twelve payments, or the first payment of a new commitment.
  mutating func countPayment(lateBy late: Int64) {
    guard let present = commitment else { return }
    if present.isPaid {
      let year = CalendarPeriod(1, .year)
      commitment = Commitment(
        expires: year.end(after: until + late), priceMilliunits: present.priceMilliunits)
    } else {
      commitment?.payment += 1
      if late > 0 { moveCommitment(payments: present.paymentsLeft, after: until + late) }
    }
  }

  /// Moves the end of the commitment to `payments` months after a moment.
  mutating func moveCommitment(payments: Int, after moment: Int64) {
    commitment?.expires = CalendarPeriod(1, .month).end(after: moment, times: payments)
  }
}
