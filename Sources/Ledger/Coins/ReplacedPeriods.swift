/// The periods of a chain that a purchase replaced before their end, each with its unused share.
struct ReplacedPeriods {
  private struct Replaced {
    let start: Instant
    /// The end as sold, without extensions.
    let soldEnd: Instant
    let at: Instant
  }

  private var periods: [TransactionID: Replaced] = [:]

  /// The periods of a chain in which nothing was replaced.
  static let none = ReplacedPeriods()

  private init() {}

  init(of chain: ChainState) {
    for (group, transactions) in chain.ownSubscriptions(Catalogs()) {
      let sorted = CompletedDates(transactions).transactions
      let succession = Succession(sorted)
      var starts: [TransactionID: Instant]?
      for transaction in sorted {
        guard let replacement = succession.replacement(of: transaction),
          replacement.transactionID != nil, let soldEnd = transaction.firstExpiresDate
        else { continue }
        starts = starts ?? Self.starts(of: sorted, in: chain, group)
        periods[transaction.transactionID] = Replaced(
          start: starts?[transaction.transactionID] ?? transaction.purchase.purchaseDate,
          soldEnd: soldEnd, at: replacement.moment)
      }
    }
  }

  /// Returns the start of each period that was sold: the purchase date, or the old expiry for a charge
  /// within grace that kept the day on which the subscription renews.
  private static func starts(
    of transactions: [TransactionState], in chain: ChainState, _ group: SubscriptionGroupID?
  ) -> [TransactionID: Instant] {
    let periods = ServicePeriods(transactions, of: chain, in: group, Catalogs()).periods
    return Dictionary(
      periods.map { period in
        let isAnew =
          BillingPeriod(from: period.purchaseDate, to: period.soldEnd).isSold
          && !BillingPeriod(from: period.start, to: period.soldEnd).isSold
        return (period.transactionID, isAnew ? period.purchaseDate : period.start)
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the moment at which a period was replaced; nil if it was not.
  func moment(of id: TransactionID) -> Instant? { periods[id]?.at }

  /// Returns the unused share of an amount by a moment, rounded to the nearest, half up: nothing
  /// before the replacement, and nothing while Apple's upgrade is to a purchase that is not held.
  func unusedShare(of amount: Int64, _ id: TransactionID, at moment: Instant) -> Int64 {
    guard let period = periods[id], period.at <= moment, period.start < period.soldEnd else {
      return 0
    }
    let sold = (period.soldEnd - period.start).milliseconds
    let unused = min(max((period.soldEnd - period.at).milliseconds, 0), sold)
    return Int64((Int128(amount) * Int128(unused) * 2 + Int128(sold)) / (Int128(sold) * 2))
  }
}
