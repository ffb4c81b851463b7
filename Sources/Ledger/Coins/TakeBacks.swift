/// The amounts of a chain's grants that were taken back by a moment.
struct TakeBacks {
  private let moment: Instant
  private let purchases: ChainPurchases
  private let granting: [TransactionID: TransactionState]
  private let times: SoldTimes
  /// The grants of a period that was granted before under another transaction id.
  private let repeated: Set<GrantID>

  /// - Parameter grants: the grants in the order in which they were made.
  init(of grants: [GrantMade], in chain: ChainState, at moment: Instant) {
    let purchases = chain.purchases
    self.moment = moment
    self.purchases = purchases
    granting = Dictionary(identifying: chain.granting(purchases.all))
    times = SoldTimes(of: chain)
    let copies = Dictionary(grouping: grants) { grant in
      GrantID(chain.chain, purchases.identifier(of: grant.transactionID), grant.coin)
    }
    repeated = Set(copies.values.flatMap { $0.dropFirst() }.map(\.id))
  }

  /// Returns everything for a grant whose transaction turned out to grant nothing. Coins that were
  /// delivered elsewhere are taken back only on a refund.
  func amount(of grant: GrantMade) -> Int64 {
    if let cutOver = grant.deliveredBefore {
      guard !repeated.contains(grant.id) else { return 0 }
      return granting[purchases.identifier(of: grant.transactionID)].map {
        PurchaseReturns(of: $0, times).refundedShare(since: cutOver, at: moment)
          .part(of: grant.amount)
      } ?? 0
    }
    guard !repeated.contains(grant.id) else { return grant.amount }
    let transaction = granting[purchases.identifier(of: grant.transactionID)]
    return transaction.map { takenBack(of: grant, for: $0) } ?? grant.amount
  }

  /// Returns everything of a grant that turned out not to be due, and otherwise the share of its coins that
  /// was given back.
  private func takenBack(of grant: GrantMade, for transaction: TransactionState) -> Int64 {
    guard transaction.purchase.earns(duringTrial: grant.duringTrial) else { return grant.amount }
    return PurchaseReturns(of: transaction, times).share(at: moment, of: grant.onUpgrade)
      .part(of: grant.amount)
  }
}

extension [TransactionID: TransactionState] {
  fileprivate init(identifying transactions: [TransactionState]) {
    self.init(
      transactions.map { ($0.transactionID, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
