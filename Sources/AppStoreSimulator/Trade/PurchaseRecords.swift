/// The record of what is sold, renewed or shared: each as a transaction and as a happening.
enum PurchaseRecords {
  /// Continues a subscription, own or shared, for another term.
  static func add(_ term: Term, to index: Int, in store: inout StoreState) {
    let subscription = store.subscriptions[index]
    let content = TransactionContent.term(term, of: subscription, in: store)
    let transaction = store.addTransaction(content, of: subscription.customer, subscription: index)
    store.changeSubscription(index) { $0.take(term, transaction: transaction) }
    store.note(
      .served(service(term, of: subscription, as: content, in: store)), of: subscription.customer)
  }

  /// Adds a one-time purchase, or a share of one, and returns the transaction's index.
  /// - Parameter source: the purchaser's transaction that is shared; nil for an own purchase.
  static func add(
    _ product: Product, quantity: Int, for customer: Int, sharedFrom source: Int? = nil,
    in store: inout StoreState
  ) -> Int {
    let content = TransactionContent.oneTime(
      product, quantity: quantity, for: customer, isShared: source != nil,
      again: source == nil ? formerChain(of: product, customer, in: store) : nil, in: store)
    let transaction = store.addTransaction(content, of: customer, sharedFrom: source)
    store.note(.bought(purchase(product, as: content, in: store)), of: customer)
    return transaction
  }

  /// Adds a copy of a non-consumable under an id of its own, as a device restores the purchase, and
  /// returns the index of the copy. Nothing has happened to the purchase: the chronicle tells of none.
  static func addCopy(of purchase: Int, in store: inout StoreState) -> Int {
    let content = TransactionContent.copy(of: purchase, in: store)
    return store.addTransaction(
      content, of: store.transactions[purchase].customer, copyOf: purchase)
  }

  /// Returns the index of a transaction if the new purchase of a non-consumable goes on with its chain:
  /// half of those after a refund of everything do. Nil for a new chain.
  private static func formerChain(
    of product: Product, _ customer: Int, in store: StoreState
  ) -> Int? {
    guard product.kind == .nonConsumable else { return nil }
    let former = store.customers[customer].transactions.last {
      store.transactions[$0].content.productId == product.id && store.transactions[$0].copyOf == nil
        && !store.transactions[$0].isFamilyShared
    }
    guard let former,
      store.tellings(of: former).contains(where: {
        store.transactions[$0].isRevoked && store.transactions[$0].refundedInFull != nil
      })
    else { return nil }
    var chance = Chance(seed: store.nextTransactionID)
    return chance.happens(percent: 50) ? former : nil
  }

  private static func service(
    _ term: Term, of subscription: Subscription, as content: SignableTransaction,
    in store: StoreState
  ) -> Service {
    Service(
      chain: content.originalTransactionId, transaction: content.transactionId,
      group: subscription.group, product: content.productId,
      level: term.charge.product.plan?.level ?? 1, chargedAt: term.chargedAt, from: term.from,
      until: term.until, price: content.money, isFamilyShared: subscription.isShared,
      token: content.appAccountToken, isRenewal: term.reason == .renewal,
      coins: coins(for: content, in: store),
      conditions: conditions(of: term, subscription, in: store))
  }

  private static func conditions(
    of term: Term, _ subscription: Subscription, in store: StoreState
  ) -> Service.Conditions? {
    let charge = term.charge
    guard let plan = charge.product.plan else { return nil }
    let present = store.catalog[charge.product.id]?.priceMilliunits ?? charge.priceMilliunits
    let isFullPrice = charge.offer == nil && subscription.commitment == nil
    return Service.Conditions(
      duration: plan.period, offer: charge.offer,
      isPreservedPrice: isFullPrice && charge.priceMilliunits < present)
  }

  private static func purchase(
    _ product: Product, as content: SignableTransaction, in store: StoreState
  ) -> OneTimePurchase {
    OneTimePurchase(
      transaction: content.transactionId, chain: content.originalTransactionId,
      product: product.id, kind: product.kind,
      quantity: Int(content.quantity ?? 1), price: content.money,
      isFamilyShared: content.inAppOwnershipType == StoreTransaction.familyShared,
      token: content.appAccountToken,
      coins: coins(for: content, in: store),
      pass: product.lastingDays.map {
        OneTimePurchase.Pass(boughtAt: content.purchaseDate, days: $0)
      })
  }

  /// Returns the coins that the game grants for one unit of the transaction's product on its
  /// purchase date.
  private static func coins(
    for content: SignableTransaction, in store: StoreState
  ) -> [Coinage.Grant] {
    store.catalog.coinage.grants(of: content.productId, at: content.purchaseDate)
  }
}

extension SignableTransaction {
  /// The amount charged; nil for a family share.
  fileprivate var money: Money? {
    guard let price, let currency else { return nil }
    return Money(price, currency)
  }
}
