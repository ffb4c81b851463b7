/// One customer's year: everything sent to the ledger, and what is true of them at the end.
struct CustomerLife: Sendable {
  let messages: [Message]
  let expected: ExpectedAnswer

  /// A year from `start` to `end`, both in milliseconds since 1970.
  init(of app: SimulatedApp, from start: Int64, to end: Int64, chance: inout Chance) {
    let kind = chance.pick([
      (SimulatedCustomer.Kind.notified, 80), (.postedByGame, 12), (.familyMember, 8),
    ])
    let customer = SimulatedCustomer(kind, of: app, chance: &chance)
    var year = Record(customer: customer, start: start, end: end)
    year.subscribe(&chance)
    if kind != .familyMember {
      if chance.happens(percent: 25) { year.buyCoins(&chance) }
      if chance.happens(percent: 20) { year.buyForEver(&chance) }
    }
    messages = year.messages
    expected = year.expected
  }
}

private struct Record {
  let customer: SimulatedCustomer
  let start: Int64
  let end: Int64
  var messages: [Message] = []
  var expected: ExpectedAnswer

  init(customer: SimulatedCustomer, start: Int64, end: Int64) {
    self.customer = customer
    self.start = start
    self.end = end
    expected = ExpectedAnswer(account: customer.account)
  }

  /// Most begin in the first half of the year.
  mutating func subscribe(_ chance: inout Chance) {
    let half = start + (end - start) / 2
    let begins = chance.number(in: start...(chance.happens(percent: 80) ? half : end - 1))
    let product = chance.pick(zip(SimulatedSubscription.all, [10, 30, 35, 25]).map { ($0, $1) })
    let trial = customer.kind != .familyMember && chance.happens(percent: 40)
    guard
      var life = try? SubscriptionLife(  // begins within the year
        customer, buys: product, at: begins, withTrial: trial, until: end, chance: chance)
    else { return }
    if customer.kind == .familyMember { life.post(life.transaction) }
    life.live()
    chance = life.chance
    messages += life.messages
    expected.standings[life.transaction.originalTransactionId] = life.standing
    if life.standing == .active || life.standing == .gracePeriod {
      expected.owned.insert(
        OwnedProduct(
          productID: life.transaction.productId, ownership: life.transaction.inAppOwnershipType,
          state: life.standing.rawValue))
    }
  }

  /// Coins are never owned; some are refunded.
  mutating func buyCoins(_ chance: inout Chance) {
    for _ in 0..<chance.number(in: 1...4) {
      var purchase = oneTimePurchase("coins.100", type: "Consumable", &chance)
      purchase.quantity = Int32(chance.number(in: 1...3))
      purchase.price = 990 * Int64(purchase.quantity)
      tell("ONE_TIME_CHARGE", of: purchase, &chance)
      if chance.happens(percent: 10) { refund(&purchase, &chance) }
    }
  }

  mutating func buyForEver(_ chance: inout Chance) {
    var purchase = oneTimePurchase("no-ads", type: "Non-Consumable", &chance)
    purchase.price = 2_990
    tell("ONE_TIME_CHARGE", of: purchase, &chance)
    if chance.happens(percent: 20) {
      refund(&purchase, &chance)
    } else {
      expected.owned.insert(
        OwnedProduct(productID: purchase.productId, ownership: "PURCHASED", state: "active"))
    }
  }

  private func oneTimePurchase(
    _ name: String, type: String, _ chance: inout Chance
  ) -> SignableTransaction {
    customer.purchase(
      customer.productID(name), type: type, at: chance.number(in: start...(end - Int64(2).days)),
      transactionID: chance.transactionID())
  }

  private mutating func refund(_ purchase: inout SignableTransaction, _ chance: inout Chance) {
    let moment = chance.number(in: (purchase.purchaseDate + Int64(1).days)...end)
    purchase.revoke(at: moment, type: "REFUND_FULL", reason: 0)
    purchase.signedDate = moment
    tell("REFUND", of: purchase, &chance)
  }

  private mutating func tell(
    _ type: String, of purchase: SignableTransaction, _ chance: inout Chance
  ) {
    messages.append(customer.message(type, nil, uuid: chance.uuid(), transaction: purchase))
  }
}
