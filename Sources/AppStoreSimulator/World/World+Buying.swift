/// A customer's command to buy a product.
package struct PurchaseCommand: Sendable {
  package let product: String
  package var quantity = 1
  package var offer: OfferChoice?
  package var billing = BillingPlan.upFront
  /// The token of this purchase instead of the customer's own.
  package var appAccountToken: String?

  /// The choice of one of a product's offers. Introductory offers have no id.
  package enum OfferChoice: Hashable, Sendable {
    case introductory
    case named(String)
  }

  package init(_ product: String) {
    self.product = product
  }
}

/// The outcome of a purchase.
package enum PurchaseOutcome: Hashable, Sendable {
  /// The index of the transaction.
  case completed(Int)
  /// The change of plan, or the offer, takes effect with the next period of this subscription.
  case planned(Int)
  /// A guardian has to approve the purchase. The value is the id of the approval.
  case waiting(String)
}

/// A purchase that waits for a guardian's approval.
struct WaitingPurchase: Sendable {
  let customer: Int
  let command: PurchaseCommand
}

extension World {
  /// Buys at once, plans a change for the next renewal, or asks a guardian.
  package mutating func buy(
    _ command: PurchaseCommand, by customer: Int
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard let product = catalog[command.product] else { throw .unknownProduct(command.product) }
    guard (1...(product.kind == .consumable ? 10 : 1)).contains(command.quantity) else {
      throw .quantityOutOfRange
    }
    tick()
    if customers[customer].asksToBuy {
      let id = uuid()
      approvals[id] = WaitingPurchase(customer: customer, command: command)
      agenda.plan(.approvalLapse(id), at: now + Int64(24).hours)
      return .waiting(id)
    }
    return try complete(command, of: product, by: customer)
  }

  /// Approves a waiting purchase and makes it with the present date.
  package mutating func approve(_ id: String) throws(StoreRejection) -> PurchaseOutcome {
    guard let waiting = approvals[id] else { throw .unknownApproval(id) }
    guard let product = catalog[waiting.command.product] else {
      throw .unknownProduct(waiting.command.product)
    }
    approvals[id] = nil
    tick()
    return try complete(waiting.command, of: product, by: waiting.customer)
  }

  /// Declines a waiting purchase. Apple sends no notification.
  package mutating func decline(_ id: String) throws(StoreRejection) {
    guard approvals.removeValue(forKey: id) != nil else { throw .unknownApproval(id) }
  }

  private mutating func complete(
    _ command: PurchaseCommand, of product: Product, by customer: Int
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard customers[customer].cardWorks else { throw .paymentDeclined }
    let token = customers[customer].appAccountToken
    if let other = command.appAccountToken {
      customers[customer].appAccountToken = other.lowercased()
    }
    defer { customers[customer].appAccountToken = token }
    guard product.plan != nil else {
      return .completed(try buyOnce(product, quantity: command.quantity, by: customer))
    }
    return try subscribe(to: product, command, by: customer)
  }

  private mutating func buyOnce(
    _ product: Product, quantity: Int, by customer: Int
  ) throws(StoreRejection) -> Int {
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
        token: content.appAccountToken,
        coins: coins(for: content),
        pass: product.lastingDays.map {
          OneTimePurchase.Pass(boughtAt: content.purchaseDate, days: $0)
        }))
  }

  /// Returns the coins that the game grants for one unit of the transaction's product on its
  /// purchase date.
  func coins(for content: SignableTransaction) -> [Coinage.Grant] {
    catalog.coinage.grants(of: content.productId, at: content.purchaseDate)
  }
}
