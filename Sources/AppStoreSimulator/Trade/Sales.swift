/// The sale of products, at once or after a guardian's approval.
struct Sales: Sendable {
  /// A purchase that waits for a guardian's approval.
  struct WaitingPurchase: Sendable {
    let customer: Int
    let command: PurchaseCommand
  }

  /// The waiting purchases by the id of the approval.
  private(set) var waiting: [String: WaitingPurchase] = [:]

  /// Buys at once, plans a change for the next renewal, or asks a guardian.
  mutating func buy(
    _ command: PurchaseCommand, by customer: Int, in store: inout StoreState
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard let product = store.catalog[command.product] else {
      throw .unknownProduct(command.product)
    }
    guard product.kind.quantities.contains(command.quantity) else {
      throw .quantityOutOfRange
    }
    store.tick()
    if store.customers[customer].asksToBuy {
      let id = store.chance.uuid()
      waiting[id] = WaitingPurchase(customer: customer, command: command)
      store.plan(.approvalLapse(id), at: store.now + Int64(24).hours)
      return .waiting(id)
    }
    return try Self.complete(command, of: product, by: customer, in: &store)
  }

  /// Approves a waiting purchase and makes it with the present date.
  mutating func approve(
    _ id: String, in store: inout StoreState
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard let purchase = waiting[id] else { throw .unknownApproval(id) }
    guard let product = store.catalog[purchase.command.product] else {
      throw .unknownProduct(purchase.command.product)
    }
    waiting[id] = nil
    store.tick()
    return try Self.complete(purchase.command, of: product, by: purchase.customer, in: &store)
  }

  /// Declines a waiting purchase. Apple sends no notification.
  mutating func decline(_ id: String) throws(StoreRejection) {
    guard waiting.removeValue(forKey: id) != nil else { throw .unknownApproval(id) }
  }

  /// Drops a purchase that has waited too long.
  mutating func lapse(_ id: String) {
    waiting[id] = nil
  }

  private static func complete(
    _ command: PurchaseCommand, of product: Product, by customer: Int, in store: inout StoreState
  ) throws(StoreRejection) -> PurchaseOutcome {
    guard store.customers[customer].cardWorks else { throw .paymentDeclined }
    let token = store.customers[customer].appAccountToken
    if let other = command.appAccountToken {
      store.changeCustomer(customer) { $0.appAccountToken = other.lowercased() }
    }
    defer { store.changeCustomer(customer) { $0.appAccountToken = token } }
    guard product.plan != nil else {
      return .completed(
        try buyOnce(product, quantity: command.quantity, by: customer, in: &store))
    }
    return try SubscriptionSales.buy(product, command, by: customer, in: &store)
  }

  private static func buyOnce(
    _ product: Product, quantity: Int, by customer: Int, in store: inout StoreState
  ) throws(StoreRejection) -> Int {
    if product.kind == .nonConsumable, owns(product, customer, in: store) {
      throw .alreadyOwned(product.id)
    }
    let transaction = PurchaseRecords.add(
      product, quantity: quantity, for: customer, in: &store)
    Notifier.report("ONE_TIME_CHARGE", ofTransaction: transaction, in: &store)
    FamilySharing.sharePurchase(transaction, in: &store)
    return transaction
  }

  private static func owns(_ product: Product, _ customer: Int, in store: StoreState) -> Bool {
    store.customers[customer].transactions.contains {
      let transaction = store.transactions[$0]
      return transaction.content.productId == product.id && !transaction.isFamilyShared
        && !store.isRevoked(purchaseOf: $0)
    }
  }
}

extension Product.Kind {
  /// The quantities that one purchase of a product may have.
  fileprivate var quantities: ClosedRange<Int> {
    switch self {
    case .consumable, .nonRenewing: 1...10
    case .nonConsumable, .autoRenewable: 1...1
    }
  }
}
