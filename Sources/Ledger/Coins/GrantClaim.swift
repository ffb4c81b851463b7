/// What one transaction may claim by an app's terms.
struct GrantClaim {
  let transactionID: TransactionID
  let productID: ProductID
  let quantity: Int32
  /// Whether it is a subscription's period, whose coins follow who has the subscription.
  let isRenewable: Bool
  /// Whether it is a consumable that waits for a catalogue.
  let isUnpriced: Bool
  /// Whether it was bought before the opening: others have delivered it.
  let isElsewhere: Bool
  /// What it is granted; nil where no catalogue settles it, and for a quantity Apple does not sell.
  let shares: [Share]?

  struct Share {
    let id: GrantID
    let grant: ProductGrant
    let amount: Int64
    let catalogue: Int
  }

  /// - Parameter settledBy: the catalogue by which a grant of this transaction was made: no other
  ///   speaks of it any more.
  init(
    _ transaction: TransactionState, in environment: StoreEnvironment, by terms: GrantTerms,
    settledBy: Int?
  ) {
    let purchase = transaction.purchase
    let id = transaction.transactionID
    let isConsumable = purchase.type == .consumable
    let quantity = isConsumable ? purchase.quantity : 1
    let offer = terms.catalogues.offer(to: purchase, settledBy: settledBy)
    transactionID = id
    productID = purchase.productID
    self.quantity = quantity
    isElsewhere = terms.isElsewhere(at: purchase.purchaseDate)
    isRenewable = purchase.type == .autoRenewable
    let shares: [Share]? = offer.flatMap { offer in
      let grants = offer.grants.filter { purchase.earns(duringTrial: $0.duringTrial) }
      let amounts = grants.compactMap { $0.amount(for: quantity) }
      guard amounts.count == grants.count else { return nil }
      return zip(grants, amounts).map { grant, amount in
        Share(
          id: GrantID(environment, id, grant.coin), grant: grant, amount: amount,
          catalogue: offer.catalogue)
      }
    }
    self.shares = shares
    isUnpriced = isConsumable && shares == nil && settledBy == nil
  }
}

extension Catalogues {
  fileprivate func offer(to purchase: Purchase, settledBy number: Int?) -> GrantOffer? {
    guard let number else {
      return offer(of: purchase.productID, type: purchase.type, at: purchase.purchaseDate)
    }
    return offer(of: purchase.productID, number: number)
  }
}

extension Purchase {
  /// Whether it grants what is due in a trial only if so said: a subscription's free period grants
  /// nothing else.
  func earns(duringTrial: Bool) -> Bool {
    duringTrial || type != .autoRenewable || !isFree
  }
}

extension ProductGrant {
  /// Nil for a quantity below one, and where the amount does not fit into 64 bits.
  fileprivate func amount(for quantity: Int32) -> Int64? {
    guard quantity >= 1 else { return nil }
    let (amount, overflow) = amount.multipliedReportingOverflow(by: Int64(quantity))
    return overflow ? nil : amount
  }
}
