/// The life of one subscription chain: what happens to it, and what Apple says of it.
///
/// Moments are milliseconds since 1970. What lies past the end of the year does not happen: each event
/// then throws `YearIsOver`, and the chain stands where it stood.
struct SubscriptionLife: Sendable {
  struct YearIsOver: Error {}

  let customer: SimulatedCustomer
  let end: Int64
  var chance: Chance
  private(set) var messages: [Message] = []
  var product: SimulatedSubscription
  var transaction: SignableTransaction
  var renewal: SignableRenewal
  private(set) var standing = Standing.active

  /// Begins with the first purchase, or with the first share of another's.
  init(
    _ customer: SimulatedCustomer, buys product: SimulatedSubscription, at start: Int64,
    withTrial: Bool, until end: Int64, chance: Chance
  ) throws(YearIsOver) {
    self.customer = customer
    self.product = product
    self.end = end
    self.chance = chance
    let productID = customer.productID(product.productID)
    transaction = customer.purchase(
      productID, type: "Auto-Renewable Subscription", at: start,
      transactionID: self.chance.transactionID())
    transaction.subscriptionGroupIdentifier = SimulatedSubscription.group
    renewal = SignableRenewal(
      originalTransactionId: transaction.originalTransactionId, productId: productID,
      signedDate: start, environment: "Production")
    renewal.appAccountToken = transaction.appAccountToken
    renewal.appTransactionId = transaction.appTransactionId
    charge(for: product, at: start, until: product.period.end(after: start), reason: "PURCHASE")
    if withTrial { makeTrial() }
    try happen("SUBSCRIBED", "INITIAL_BUY", at: start, standing: .active)
  }

  var expiry: Int64 { transaction.expiresDate ?? transaction.purchaseDate }

  /// A moment well inside the present period.
  mutating func momentInPeriod(after earlier: Int64? = nil) -> Int64 {
    let start = earlier ?? transaction.purchaseDate
    let twentieth = (expiry - start) / 20
    return chance.number(in: (start + twentieth)...(expiry - 2 * twentieth))
  }

  /// Moves on to a new transaction of the chain.
  mutating func charge(
    for product: SimulatedSubscription, at moment: Int64, until expiry: Int64, reason: String
  ) {
    self.product = product
    if transaction.expiresDate != nil { transaction.transactionId = chance.transactionID() }
    transaction.webOrderLineItemId = transaction.transactionId
    transaction.productId = customer.productID(product.productID)
    transaction.purchaseDate = moment
    transaction.expiresDate = expiry
    transaction.transactionReason = reason
    transaction.offerType = nil
    transaction.offerDiscountType = nil
    transaction.offerPeriod = nil
    if customer.kind != .familyMember { transaction.price = product.priceMilliunits }
    renewIntoSameProduct()
  }

  private mutating func makeTrial() {
    transaction.expiresDate = transaction.purchaseDate + SimulatedSubscription.trialDays.days
    transaction.price = customer.kind == .familyMember ? nil : 0
    transaction.offerType = 1
    transaction.offerDiscountType = "FREE_TRIAL"
    transaction.offerPeriod = "P1W"
    renewal.renewalDate = transaction.expiresDate
  }

  private mutating func renewIntoSameProduct() {
    renewal.productId = transaction.productId
    renewal.autoRenewProductId = transaction.productId
    renewal.autoRenewStatus = 1
    renewal.renewalDate = transaction.expiresDate
    renewal.renewalPrice = product.priceMilliunits
    renewal.currency = "USD"
    renewal.expirationIntent = nil
    renewal.isInBillingRetryPeriod = false
    renewal.gracePeriodExpiresDate = nil
  }

  /// Throws if the moment lies past the end of the year.
  func reach(_ moment: Int64) throws(YearIsOver) {
    if moment > end { throw YearIsOver() }
  }

  /// Something happens, and Apple says so: within seconds, or up to some hours ahead.
  mutating func happen(
    _ type: String, _ subtype: String? = nil, at moment: Int64, signedAhead: Int64 = 0,
    standing: Standing
  ) throws(YearIsOver) {
    try reach(moment)
    self.standing = standing
    let signedDate = moment - signedAhead + chance.number(in: 1_000...20_000)
    transaction.signedDate = signedDate
    renewal.signedDate = signedDate
    messages.append(
      customer.message(
        type, subtype, uuid: chance.uuid(), transaction: transaction, renewal: renewal,
        standing: standing))
  }

  /// The game posts a copy of a transaction beside what Apple tells.
  mutating func post(_ transaction: SignableTransaction) {
    messages.append(
      Message(
        content: .post(account: customer.account, transaction), sentAt: transaction.signedDate))
  }
}

extension Int64 {
  /// So many days, in milliseconds.
  var days: Int64 { self * 86_400_000 }
}
