/// What can happen to a subscription, each as Apple's fact sheets tell it.
extension SubscriptionLife {
  mutating func renew() throws(YearIsOver) {
    let start = expiry
    try reach(start)
    let next = pendingProduct ?? product
    charge(for: next, at: start, until: next.period.end(after: start), reason: "RENEWAL")
    let ahead = chance.number(in: 0...21_600_000)
    try happen("DID_RENEW", at: start, signedAhead: ahead, standing: .active)
  }

  mutating func cancel(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewStatus = 0
    try happen(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_DISABLED", at: moment, standing: .active)
  }

  mutating func reconsider(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewStatus = 1
    try happen(
      "DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", at: moment, standing: .active)
  }

  /// The end of a period that nobody wanted to renew.
  mutating func expire() throws(YearIsOver) {
    try reach(expiry)
    renewal.expirationIntent = 1
    try happen("EXPIRED", "VOLUNTARY", at: expiry, standing: .expired)
  }

  mutating func resubscribe(to product: SimulatedSubscription, at moment: Int64)
    throws(YearIsOver)
  {
    try reach(moment)
    charge(
      for: product, at: moment, until: product.period.end(after: moment), reason: "PURCHASE")
    try happen("SUBSCRIBED", "RESUBSCRIBE", at: moment, standing: .active)
  }

  /// The charge fails at the period's end; access goes on for the days of grace.
  mutating func failWithGrace() throws(YearIsOver) {
    try reach(expiry)
    renewal.isInBillingRetryPeriod = true
    renewal.gracePeriodExpiresDate = graceEnd
    try happen("DID_FAIL_TO_RENEW", "GRACE_PERIOD", at: expiry, standing: .gracePeriod)
  }

  var graceEnd: Int64 { expiry + product.period.graceDays.days }

  mutating func loseGrace() throws(YearIsOver) {
    try happen("GRACE_PERIOD_EXPIRED", at: graceEnd, standing: .billingRetry)
  }

  mutating func failWithoutGrace() throws(YearIsOver) {
    try reach(expiry)
    renewal.isInBillingRetryPeriod = true
    try happen("DID_FAIL_TO_RENEW", at: expiry, standing: .billingRetry)
  }

  /// Paid at last: inside grace the anniversary stays, after it a new one begins.
  mutating func recover(at moment: Int64, insideGrace: Bool) throws(YearIsOver) {
    try reach(moment)
    let anniversary = insideGrace ? expiry : moment
    charge(
      for: product, at: moment, until: product.period.end(after: anniversary),
      reason: "RENEWAL")
    try happen("DID_RENEW", "BILLING_RECOVERY", at: moment, standing: .active)
  }

  /// Sixty days of retry end unpaid.
  mutating func giveUpRetry() throws(YearIsOver) {
    let moment = expiry + Int64(60).days
    try reach(moment)
    renewal.isInBillingRetryPeriod = false
    renewal.autoRenewStatus = 0
    renewal.expirationIntent = 2
    try happen("EXPIRED", "BILLING_RETRY", at: moment, standing: .expired)
  }

  /// A higher level at once. Half of the games post the copy of what was replaced.
  mutating func upgrade(to higher: SimulatedSubscription, at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    var replaced = transaction
    charge(
      for: higher, at: moment, until: higher.period.end(after: moment), reason: "PURCHASE")
    try happen("DID_CHANGE_RENEWAL_PREF", "UPGRADE", at: moment, standing: .active)
    if chance.happens(percent: 50) {
      replaced.isUpgraded = true
      replaced.signedDate = transaction.signedDate
      post(replaced)
    }
  }

  /// A lower level from the next period on.
  mutating func downgrade(to lower: SimulatedSubscription, at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewProductId = customer.productID(lower.productID)
    renewal.renewalPrice = lower.priceMilliunits
    try happen("DID_CHANGE_RENEWAL_PREF", "DOWNGRADE", at: moment, standing: .active)
  }

  mutating func withdrawDowngrade(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewProductId = transaction.productId
    renewal.renewalPrice = product.priceMilliunits
    try happen("DID_CHANGE_RENEWAL_PREF", at: moment, standing: .active)
  }

  mutating func refund(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewStatus = 0
    transaction.revoke(at: moment, type: "REFUND_FULL", reason: 1)
    try happen("REFUND", at: moment, standing: .revoked)
  }

  mutating func reverseRefund(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    transaction.revocationDate = nil
    transaction.revocationReason = nil
    transaction.revocationType = nil
    transaction.revocationPercentage = nil
    try happen("REFUND_REVERSED", at: moment, standing: .active)
  }

  /// A member loses what the family shared.
  mutating func revoke(at moment: Int64) throws(YearIsOver) {
    try reach(moment)
    renewal.autoRenewStatus = 0
    transaction.revoke(at: moment, type: "FAMILY_REVOKE", reason: 0)
    try happen("REVOKE", at: moment, standing: .revoked)
  }

  private var pendingProduct: SimulatedSubscription? {
    SimulatedSubscription.all.first {
      customer.productID($0.productID) == renewal.autoRenewProductId
    }
  }
}

extension SignableTransaction {
  /// Takes the whole of it back.
  mutating func revoke(at moment: Int64, type: String, reason: Int32) {
    revocationDate = moment
    revocationReason = reason
    revocationType = type
    if type == "REFUND_FULL" { revocationPercentage = 100_000 }
  }
}
