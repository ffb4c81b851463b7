/// Customers and what they buy.
extension World {
  /// Adds a customer and returns the customer's index.
  /// - Parameters:
  ///   - appAccountToken: a UUID, which Apple keeps in lower case.
  ///   - account: the customer's account in the ledger; by default the token, or else the name.
  @discardableResult
  package mutating func addCustomer(
    _ name: String, appAccountToken: String? = nil, account: String? = nil,
    storefront: Storefront = .usa
  ) throws(StoreRejection) -> Int {
    try store.addCustomer(
      name, appAccountToken: appAccountToken, account: account, storefront: storefront)
  }

  /// Moves a customer to another country. Subscriptions go on, and are charged in its currency from the
  /// next period on.
  package mutating func move(_ customer: Int, to storefront: Storefront) {
    store.changeCustomer(customer) { $0.move(to: storefront) }
    store.tick()
  }

  package mutating func change(_ customer: Int, _ change: (inout StoreCustomer) -> Void) {
    store.changeCustomer(customer, change)
  }

  /// Buys at once, plans a change for the next renewal, or asks a guardian.
  package mutating func buy(
    _ command: PurchaseCommand, by customer: Int
  ) throws(StoreRejection) -> PurchaseOutcome {
    try sales.buy(command, by: customer, in: &store)
  }

  package mutating func approve(_ id: String) throws(StoreRejection) -> PurchaseOutcome {
    try sales.approve(id, in: &store)
  }

  package mutating func decline(_ id: String) throws(StoreRejection) { try sales.decline(id) }

  package mutating func finish(_ transaction: Int) { store.finishTransaction(transaction) }

  package mutating func cancel(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.cancel(index, in: &store)
  }

  package mutating func resume(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.resume(index, in: &store)
  }

  package mutating func withdrawChange(_ index: Int) throws(StoreRejection) {
    try SubscriptionCommands.withdrawChange(index, in: &store)
  }

  package mutating func breakCard(of customer: Int) {
    SubscriptionCommands.breakCard(of: customer, in: &store)
  }

  package mutating func mendCard(of customer: Int) {
    SubscriptionCommands.mendCard(of: customer, in: &store)
  }

  package mutating func join(_ member: Int, to purchaser: Int) throws(StoreRejection) {
    try FamilySharing.join(member, to: purchaser, in: &store)
  }

  package mutating func leaveFamily(_ member: Int) throws(StoreRejection) {
    try FamilySharing.leave(member, in: &store)
  }

  package mutating func consent(_ index: Int) throws(StoreRejection) {
    try Prices.consent(index, in: &store)
  }

  package mutating func requestRefund(
    of transaction: Int, reason: String = "UNINTENDED_PURCHASE"
  ) throws(StoreRejection) {
    try refunds.request(of: transaction, reason: reason, in: &store)
  }
}
