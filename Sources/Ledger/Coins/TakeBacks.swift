/// The amounts of a chain's grants that were taken back by a moment.
struct TakeBacks {
  private let moment: Instant
  private let purchases: ChainPurchases
  private let granting: [TransactionID: TransactionState]
  private let replaced: ReplacedPeriods
  /// The grants of a period that was granted before under another transaction id.
  private let repeated: Set<GrantID>
  /// The transactions as grants of the rules before 3 see them: each copy apart. Nil without such
  /// grants.
  private let grantingApart: [TransactionID: TransactionState]?

  /// - Parameter grants: the grants in the order in which they were made.
  init(of grants: [GrantMade], in chain: ChainState, at moment: Instant) {
    let purchases = chain.purchases
    self.moment = moment
    self.purchases = purchases
    granting = Dictionary(identifying: chain.granting(purchases.all))
    replaced = ReplacedPeriods(of: chain)
    let copies = Dictionary(grouping: grants) { grant in
      GrantID(chain.chain, purchases.identifier(of: grant.transactionID), grant.coin)
    }
    repeated = Set(
      copies.values.flatMap { $0.dropFirst().filter { $0.rules != nil } }.map(\.id))
    grantingApart =
      grants.contains { $0.rules == nil }
      ? Dictionary(identifying: chain.granting(Array(chain.transactions.values))) : nil
  }

  /// Returns everything for a grant whose transaction turned out to grant nothing. Coins that were
  /// delivered elsewhere are taken back only on a refund.
  func amount(of grant: GrantMade) -> Int64 {
    if let cutOver = grant.deliveredBefore {
      guard !repeated.contains(grant.id) else { return 0 }
      return granting[purchases.identifier(of: grant.transactionID)]?
        .refunded(of: grant.amount, since: cutOver, at: moment) ?? 0
    }
    guard !repeated.contains(grant.id) else { return grant.amount }
    let transaction =
      grant.rules == nil
      ? grantingApart?[grant.transactionID]
      : granting[purchases.identifier(of: grant.transactionID)]
    return transaction?.takenBack(of: grant, at: moment, replaced) ?? grant.amount
  }
}

extension [TransactionID: TransactionState] {
  fileprivate init(identifying transactions: [TransactionState]) {
    self.init(
      transactions.map { ($0.transactionID, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
