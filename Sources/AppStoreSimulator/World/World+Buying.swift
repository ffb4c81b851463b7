/// What somebody wants to buy.
package struct PurchaseWish: Sendable {
  package let product: String
  package var quantity = 1
  package var offer: OfferWish?
  package var billing = BillingPlan.upFront
  /// The token of this purchase instead of the customer's own.
  package var appAccountToken: String?

  /// Which of a product's offers: introductory ones have no id.
  package enum OfferWish: Hashable, Sendable {
    case introductory
    case named(String)
  }

  package init(_ product: String) {
    self.product = product
  }
}

/// What came of it.
package enum PurchaseOutcome: Hashable, Sendable {
  /// The index of the transaction.
  case completed(Int)
  /// The change of plan, or the offer, takes effect with the next period of this subscription.
  case planned(Int)
  /// A guardian has to approve of it.
  case waiting(String)
}

/// A purchase that a guardian has not approved of yet.
struct WaitingPurchase: Sendable {
  let customer: Int
  let wish: PurchaseWish
}

extension World {
  /// Buys at once, plans a change for the next renewal, or asks a guardian.
  package mutating func buy(
    _ wish: PurchaseWish, by customer: Int
  ) throws(StoreRefusal) -> PurchaseOutcome {
    guard let product = catalogue[wish.product] else { throw .unknownProduct(wish.product) }
    guard (1...(product.kind == .consumable ? 10 : 1)).contains(wish.quantity) else {
      throw .quantityOutOfRange
    }
    tick()
    if customers[customer].asksToBuy {
      let id = uuid()
      approvals[id] = WaitingPurchase(customer: customer, wish: wish)
      agenda.plan(.approvalLapse(id), at: now + Int64(24).hours)
      return .waiting(id)
    }
    return try complete(wish, of: product, by: customer)
  }

  /// The purchase is made now, with today's date.
  package mutating func approve(_ id: String) throws(StoreRefusal) -> PurchaseOutcome {
    guard let waiting = approvals[id] else { throw .unknownApproval(id) }
    guard let product = catalogue[waiting.wish.product] else {
      throw .unknownProduct(waiting.wish.product)
    }
    approvals[id] = nil
    tick()
    return try complete(waiting.wish, of: product, by: waiting.customer)
  }

  /// Nothing is bought, and nobody hears of it.
  package mutating func decline(_ id: String) throws(StoreRefusal) {
    guard approvals.removeValue(forKey: id) != nil else { throw .unknownApproval(id) }
  }

  private mutating func complete(
    _ wish: PurchaseWish, of product: Product, by customer: Int
  ) throws(StoreRefusal) -> PurchaseOutcome {
    guard customers[customer].cardWorks else { throw .paymentDeclined }
    let token = customers[customer].appAccountToken
    if let other = wish.appAccountToken { customers[customer].appAccountToken = other.lowercased() }
    defer { customers[customer].appAccountToken = token }
    guard product.plan != nil else {
      return .completed(try buyOnce(product, quantity: wish.quantity, by: customer))
    }
    return try subscribe(to: product, wish, by: customer)
  }

  private mutating func buyOnce(
    _ product: Product, quantity: Int, by customer: Int
  ) throws(StoreRefusal) -> Int {
    if product.kind == .nonConsumable, owns(product, customer) { throw .alreadyOwned(product.id) }
    let content = content(of: product, quantity: quantity, for: customer, isShared: false)
    let transaction = append(content, of: customer)
    note(bought(content, product), of: customer)
    tell("ONE_TIME_CHARGE", ofTransaction: transaction)
    for member in customers[customer].family { share(transaction: transaction, with: member) }
    return transaction
  }

  private func owns(_ product: Product, _ customer: Int) -> Bool {
    customers[customer].transactions.contains {
      transactions[$0].content.productId == product.id && !transactions[$0].isRevoked
        && !transactions[$0].isFamilyShared
    }
  }
}

extension World {
  func bought(_ content: SignableTransaction, _ product: Product) -> Happening.Event {
    .bought(
      OneTimePurchase(
        transaction: content.transactionId, product: product.id, kind: product.kind,
        quantity: Int(content.quantity), price: content.money,
        isFamilyShared: content.inAppOwnershipType == StoreTransaction.familyShared,
        coins: coins(for: content)))
  }

  /// What the game gives to whoever buys one of a transaction's product on its date.
  func coins(for content: SignableTransaction) -> [Coinage.Grant] {
    catalogue.coinage.grants(of: content.productId, at: content.purchaseDate)
  }
}
