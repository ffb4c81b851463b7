/// The customer's commands for a running subscription and for the card.
extension World {
  /// Switches auto-renew off. In billing retry the subscription then ends at once, unless the
  /// customer has committed to more payments.
  package mutating func cancel(_ index: Int) throws(StoreRejection) {
    let answersPriceIncrease = subscriptions[index].priceIncrease != nil
    try switchOff(index, as: answersPriceIncrease ? nil : "AUTO_RENEW_DISABLED")
  }

  mutating func switchOff(_ index: Int, as subtype: String?) throws(StoreRejection) {
    try own(index)
    guard subscriptions[index].isLive || subscriptions[index].isTrying,
      subscriptions[index].autoRenew
    else { throw .notActive }
    tick()
    for index in withShares(index) { subscriptions[index].autoRenew = false }
    tell("DID_CHANGE_RENEWAL_STATUS", subtype, of: index)
    if subscriptions[index].status == .billingRetry, !subscriptions[index].willBeCharged {
      lapse(index, .voluntary)
    }
  }

  /// Switches auto-renew on again. Collects an outstanding payment now if the charge succeeds.
  package mutating func resume(_ index: Int) throws(StoreRejection) {
    try own(index)
    guard subscriptions[index].isLive || subscriptions[index].isTrying,
      !subscriptions[index].autoRenew
    else { throw .notActive }
    tick()
    for index in withShares(index) { subscriptions[index].autoRenew = true }
    tell("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", of: index)
    if subscriptions[index].isTrying, canPay(index) { collect(index) }
  }

  /// Withdraws the change planned for the next renewal.
  package mutating func withdrawChange(_ index: Int) throws(StoreRejection) {
    try own(index)
    guard subscriptions[index].isLive,
      subscriptions[index].nextProduct.id != subscriptions[index].product.id
    else { throw .nothingPlanned }
    tick()
    subscriptions[index].nextProduct = subscriptions[index].product
    subscriptions[index].nextOffer = nil
    tell("DID_CHANGE_RENEWAL_PREF", of: index)
  }

  /// Makes charges fail from now on. Paid periods continue.
  package mutating func breakCard(of customer: Int) {
    tick()
    customers[customer].cardWorks = false
  }

  /// Makes charges succeed again and collects the payments that Apple is retrying.
  package mutating func mendCard(of customer: Int) {
    tick()
    customers[customer].cardWorks = true
    for index in customers[customer].subscriptions
    where subscriptions[index].isTrying && !subscriptions[index].isShared
      && subscriptions[index].willBeCharged
    {
      collect(index)
    }
  }

  func own(_ index: Int) throws(StoreRejection) {
    if subscriptions[index].isShared { throw .familyShared }
  }
}
