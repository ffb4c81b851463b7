/// The periods of a chain that a purchase replaced before their end, each with its unused share.
struct ReplacedPeriods {
  private struct Replaced {
    let start: Instant
    /// The end as sold, without extensions.
    let soldEnd: Instant
    let at: Instant
  }

  private var periods: [TransactionID: Replaced] = [:]

  init(of chain: ChainState) {
    for transactions in chain.ownSubscriptions(Catalogs()).values {
      let sorted = transactions.map(\.withoutSharedSecret).sorted { $0.order < $1.order }
      let succession = Succession(sorted)
      for transaction in sorted {
        guard let replacement = succession.replacement(of: transaction),
          replacement.transactionID != nil, let soldEnd = transaction.firstExpiresDate
        else { continue }
        periods[transaction.transactionID] = Replaced(
          start: transaction.purchase.purchaseDate, soldEnd: soldEnd, at: replacement.moment)
      }
    }
  }

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
