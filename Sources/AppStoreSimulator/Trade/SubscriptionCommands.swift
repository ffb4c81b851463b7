/// The customer's commands for a running subscription and for the card.
enum SubscriptionCommands {
  /// Switches auto-renew off. In billing retry the subscription then ends at once, unless the
  /// customer has committed to more payments.
  static func cancel(_ index: Int, in store: inout StoreState) throws(StoreRejection) {
    let answersPriceIncrease = store.subscriptions[index].priceIncrease != nil
    try switchOff(index, as: answersPriceIncrease ? nil : "AUTO_RENEW_DISABLED", in: &store)
  }

  static func switchOff(
    _ index: Int, as subtype: String?, in store: inout StoreState
  ) throws(StoreRejection) {
    let subscription = try own(index, in: store)
    guard subscription.isLive || subscription.isTrying, subscription.autoRenew else {
      throw .notActive
    }
    store.tick()
    setAutoRenew(of: index, to: false, in: &store)
    Notifier.report("DID_CHANGE_RENEWAL_STATUS", subtype, of: index, in: &store)
    if subscription.status == .billingRetry, !store.subscriptions[index].willBeCharged {
      Renewals.lapse(index, .voluntary, in: &store)
    }
  }

  /// Switches auto-renew on again. Collects an outstanding payment now if the charge succeeds.
  static func resume(_ index: Int, in store: inout StoreState) throws(StoreRejection) {
    let subscription = try own(index, in: store)
    guard subscription.isLive || subscription.isTrying, !subscription.autoRenew else {
      throw .notActive
    }
    store.tick()
    setAutoRenew(of: index, to: true, in: &store)
    Notifier.report("DID_CHANGE_RENEWAL_STATUS", "AUTO_RENEW_ENABLED", of: index, in: &store)
    if subscription.isTrying, Renewals.canPay(store.subscriptions[index], in: store) {
      Renewals.collect(index, in: &store)
    }
  }

  /// Withdraws the change planned for the next renewal.
  static func withdrawChange(_ index: Int, in store: inout StoreState) throws(StoreRejection) {
    let subscription = try own(index, in: store)
    guard subscription.isLive, subscription.nextProduct.id != subscription.product.id else {
      throw .nothingPlanned
    }
    store.tick()
    store.changeSubscription(index) { $0.withdrawPlan() }
    Notifier.report("DID_CHANGE_RENEWAL_PREF", of: index, in: &store)
  }

  /// Makes charges fail from now on. Paid periods continue.
  static func breakCard(of customer: Int, in store: inout StoreState) {
    store.tick()
    store.changeCustomer(customer) { $0.cardWorks = false }
  }

  /// Makes charges succeed again and collects the payments that Apple is retrying.
  static func mendCard(of customer: Int, in store: inout StoreState) {
    store.tick()
    store.changeCustomer(customer) { $0.cardWorks = true }
    for index in store.customers[customer].subscriptions {
      let subscription = store.subscriptions[index]
      if subscription.isTrying, !subscription.isShared, subscription.willBeCharged {
        Renewals.collect(index, in: &store)
      }
    }
  }

  /// Returns the subscription unless it is shared from a purchaser's.
  static func own(_ index: Int, in store: StoreState) throws(StoreRejection) -> Subscription {
    if store.subscriptions[index].isShared { throw .familyShared }
    return store.subscriptions[index]
  }

  /// Sets the token of the first transaction of a chain, and of the latest transaction, whose token
  /// the renewal information shows.
  static func assign(
    _ token: String, toTransactionsFrom origin: Int, in store: inout StoreState
  ) {
    store.tick()
    let subscription = store.transactions[origin].subscription
    let latest = subscription.map { store.subscriptions[$0].latest } ?? origin
    for index in Set([origin, latest]).sorted() {
      store.changeTransaction(index) { $0.appAccountToken = token }
    }
  }

  private static func setAutoRenew(
    of index: Int, to isOn: Bool, in store: inout StoreState
  ) {
    for index in store.withShares(index) {
      store.changeSubscription(index) { $0.autoRenew = isOn }
    }
  }
}
