/// The purchases of one chain: its transactions, with those joined that are one purchase.
///
/// Apple may tell one auto-renewable period under two transaction ids, for example after a restore; its
/// `webOrderLineItemId` is unique for each period. A non-consumable gets a further id for each device and
/// each restore; it is bought again only after a full refund. Sources: `appstore/jws.md`; Apple's staff on
/// non-consumables (developer forum, thread 736020).
package struct ChainPurchases {
  /// The purchases in order.
  package let all: [TransactionState]
  /// The identifiers by which copies are known, by their own.
  private let known: [TransactionID: TransactionID]

  package init(of transactions: some Collection<TransactionState>) {
    let copies = Self.copies(among: transactions)
    guard !copies.isEmpty else {
      known = [:]
      all = transactions.sorted { $0.order < $1.order }
      return
    }
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

  /// Returns the sets of transactions that are one purchase, each of two or more.
  private static func copies(
    among transactions: some Collection<TransactionState>
  ) -> [[TransactionState]] {
    guard transactions.count > 1 else { return [] }
    let periods = Dictionary(
      grouping: transactions.lazy.filter { $0.period != nil }, by: \.period
    ).values.filter { $0.count > 1 }
    let kept = transactions.filter(\.isOwnNonConsumable)
    return Array(periods) + (kept.count > 1 ? Self.purchases(of: kept) : [])
  }

  /// Divides the identifiers of a non-consumable by its full refunds, reversed ones too.
  private static func purchases(of kept: [TransactionState]) -> [[TransactionState]] {
    let ends = Set(kept.flatMap(\.endsOfPurchase)).sorted()
    let purchases = Dictionary(grouping: kept) { transaction in
      ends.count { $0 <= transaction.purchase.purchaseDate }
    }
    return purchases.values.filter { $0.count > 1 }
  }

  /// True if two transactions are one purchase.
  var hasCopies: Bool { !known.isEmpty }

  /// Returns the identifier by which the purchase of a transaction is known: of its copies, that of the
  /// lowest purchase date.
  package func identifier(of transaction: TransactionID) -> TransactionID {
    known[transaction] ?? transaction
  }

  /// Returns the purchase that is known by the identifier of this transaction; nil if it is known by another
  /// one.
  func purchase(knownBy transaction: TransactionState) -> TransactionState? {
    guard hasCopies else { return transaction }
    return self[transaction.transactionID].flatMap {
      $0.transactionID == transaction.transactionID ? $0 : nil
    }
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
  /// Apple's identifier of the subscription period; nil if untold.
  fileprivate var period: String? {
    purchase.type == .autoRenewable ? purchase.toldLineItem : nil
  }

  /// True for a non-consumable of the customer's own. A family share is no copy of a purchase.
  fileprivate var isOwnNonConsumable: Bool {
    purchase.type == .nonConsumable && purchase.ownership == .purchased
  }

  /// The moments at which the purchase was refunded as a whole by sources of trust 1 and 2, whatever became
  /// of the refunds: what is bought from then on is another purchase. The transaction itself is never
  /// another one.
  fileprivate var endsOfPurchase: [Instant] {
    revocationHistory.revocations.map(\.revocation).filter(\.isOfEverything).map {
      max($0.date, purchase.purchaseDate + .milliseconds(1))
    }
  }
}
