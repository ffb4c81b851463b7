/// One thing that the books hold of a purchase by everything known so far: its charge, or a step of what
/// was given back. An entry is written when an item appears, changes or vanishes.
struct JournalItem: Hashable {
  /// The place of an item in the books.
  struct Key: Hashable, Comparable {
    let chain: ChainID
    let transactionID: TransactionID
    let kind: JournalEntry.Kind
    let occurredAt: Instant

    static func < (left: Key, right: Key) -> Bool {
      (left.chain, left.occurredAt, left.transactionID, left.kind.rawValue)
        < (right.chain, right.occurredAt, right.transactionID, right.kind.rawValue)
    }
  }

  /// Everything by which amounts are told apart. Amounts of two headings are never subtracted.
  struct Heading: Hashable {
    let productID: ProductID
    let productType: ProductType
    let subscriptionGroupID: SubscriptionGroupID?
    let storefront: String?
    let currency: String
    /// The rate of the charge; of what was given back, that of its charge.
    let rate: CommissionRate?
    let service: ServiceSpan?
  }

  let heading: Heading
  let amounts: JournalAmounts

  /// Returns the items of a purchase; none if nothing was charged, or no price is known.
  ///
  /// - Parameters:
  ///   - line: the newest commission line of the transaction.
  ///   - purchase: the purchase by its own identifier.
  ///   - times: the times of its chain.
  static func items(
    of line: CommissionLine, _ purchase: TransactionState, in chain: ChainState,
    _ times: SoldTimes, _ taxes: ChargeTaxes
  ) -> [Key: JournalItem] {
    guard let charge = line.charge, let price = charge.price, price > 0,
      let currency = charge.currency
    else { return [:] }
    let amounts = JournalAmounts(
      price: price, tax: taxes.tax(in: price, of: charge), rating: line.rating)
    let heading = Heading(
      productID: charge.productID, productType: charge.productType,
      subscriptionGroupID: charge.subscriptionGroupID, storefront: charge.storefront,
      currency: currency, rate: line.rate, service: ServiceSpan(of: purchase, times))
    func key(_ kind: JournalEntry.Kind, _ moment: Instant) -> Key {
      Key(
        chain: chain.chain, transactionID: line.transactionID, kind: kind, occurredAt: moment)
    }
    var items = [
      key(.charge, charge.chargedAt): JournalItem(heading: heading, amounts: amounts)
    ]
    for step in MoneyReturns(of: amounts, purchase, times).steps {
      items[key(step.kind, step.occurredAt)] = JournalItem(heading: heading, amounts: step.amounts)
    }
    return items
  }
}

/// The time for which a price was paid, from the purchase to the end as sold. A charge within grace that kept the
/// day of renewal is paid from the old expiry on.
package struct ServiceSpan: Hashable, Codable, Sendable {
  package let start: Instant
  package let end: Instant

  package init(start: Instant, end: Instant) {
    self.start = start
    self.end = end
  }

  /// Nil for what was sold at once, and while no source of trust 1 or 2 told an expiry.
  init?(of purchase: TransactionState, _ times: SoldTimes) {
    let start = times.start(of: purchase)
    guard purchase.purchase.type == .autoRenewable, let end = purchase.firstExpiresDate,
      start < end
    else { return nil }
    self.init(start: start, end: end)
  }
}
