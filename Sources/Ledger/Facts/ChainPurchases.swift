/// The purchases of one chain: its transactions, with the copies of one auto-renewable period joined.
///
/// Apple may tell one period under two transaction ids, for example after a restore. Its
/// `webOrderLineItemId` is unique for each period. Source: `appstore/jws.md`.
package struct ChainPurchases {
  /// The purchases in order.
  package let all: [TransactionState]
  /// The identifiers by which copies are known, by their own.
  private let known: [TransactionID: TransactionID]

  package init(of transactions: some Collection<TransactionState>) {
    let periods = transactions.compactMap(\.period)
    guard Set(periods).count < periods.count else {
      known = [:]
      all = transactions.sorted { $0.order < $1.order }
      return
    }
    let copies = Dictionary(grouping: transactions.filter { $0.period != nil }, by: \.period)
      .values.filter { $0.count > 1 }
    var known: [TransactionID: TransactionID] = [:]
    var all: [TransactionState] = []
    for copies in copies {
      let joined = TransactionState(copies: copies)
      for copy in copies { known[copy.transactionID] = joined.transactionID }
      all.append(joined)
    }
    all += transactions.filter { known[$0.transactionID] == nil }
    self.known = known
    self.all = all.sorted { $0.order < $1.order }
  }

  /// True if two transactions are one purchase.
  var hasCopies: Bool { !known.isEmpty }

  /// Returns the identifier by which the purchase of a transaction is known: of the copies of one
  /// period, that of the lowest purchase date.
  package func identifier(of transaction: TransactionID) -> TransactionID {
    known[transaction] ?? transaction
  }

  /// Returns the purchase of a transaction; nil for an unknown one.
  package subscript(_ transaction: TransactionID) -> TransactionState? {
    let id = identifier(of: transaction)
    return all.first { $0.transactionID == id }
  }
}

extension ChainState {
  package var purchases: ChainPurchases { ChainPurchases(of: transactions.values) }
}

extension TransactionState {
  /// Apple's identifier of the subscription period; nil if untold. Xcode writes `0` for every period.
  fileprivate var period: String? {
    guard purchase.type == .autoRenewable, let item = purchase.webOrderLineItemID,
      !item.isEmpty, item != "0"
    else { return nil }
    return item
  }
}
