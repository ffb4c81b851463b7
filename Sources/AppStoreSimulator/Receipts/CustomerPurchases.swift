/// A customer's purchases at one moment, from which every older document of Apple's is made: the app
/// receipt, the answer of `verifyReceipt` and the notification of version 1.
struct CustomerPurchases: Sendable {
  /// One transaction in Apple's present state.
  struct Entry: Sendable {
    let content: SignableTransaction
    /// The moment of the upgrade that replaced the period; nil without an upgrade.
    let replacedAt: Int64?
  }

  let app: SimulatedApp
  /// The present in milliseconds since 1970.
  let moment: Int64
  let appTransactionID: String
  let downloadedAt: Int64
  /// The transactions in order of purchase.
  let entries: [Entry]
  /// The renewal information of each subscription.
  let renewals: [SignableRenewal]

  /// Returns the elements in an order without meaning, as in Apple's documents. The order is the
  /// same for the same customer and moment.
  func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var generator = SplitMix64(seed: UInt64(bitPattern: moment) ^ (UInt64(appTransactionID) ?? 0))
    return elements.shuffled(using: &generator)
  }
}

extension World {
  /// Returns the customer's purchases without finished consumables.
  /// - Parameter subject: a transaction that is included even if finished; nil for none.
  func purchases(of index: Int, including subject: Int? = nil) -> CustomerPurchases {
    let customer = customers[index]
    let told = customer.transactions.filter { $0 == subject || !isFinishedConsumable($0) }
    return CustomerPurchases(
      app: app, moment: now, appTransactionID: customer.appTransactionID,
      downloadedAt: customer.downloadedAt,
      entries: told.map {
        CustomerPurchases.Entry(content: signable($0), replacedAt: replacement(of: $0))
      },
      renewals: customer.subscriptions.map(renewal))
  }

  private func isFinishedConsumable(_ index: Int) -> Bool {
    let transaction = transactions[index]
    return transaction.isFinished
      && transaction.content.type == Product.Kind.consumable.rawValue
  }

  /// Returns the moment of the upgrade that replaced a period: the purchase of the next one.
  private func replacement(of index: Int) -> Int64? {
    let transaction = transactions[index]
    guard transaction.content.isUpgraded == true else { return nil }
    let next = customers[transaction.customer].transactions.first {
      $0 > index && transactions[$0].subscription == transaction.subscription
    }
    return next.map { transactions[$0].content.purchaseDate }
  }
}
