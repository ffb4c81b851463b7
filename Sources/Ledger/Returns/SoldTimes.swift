/// The times for which the periods of a chain were sold, where a share of the price or of the coins may be
/// given back by time: the periods that a purchase replaced, and those that Apple refunded in part without
/// telling the part.
struct SoldTimes {
  struct Time {
    /// The purchase date, or the old expiry for a charge within grace that kept the day of renewal.
    let start: Instant
    /// The end as sold, without extensions.
    let end: Instant
    /// The moment of the purchase that replaced the period; nil without one that is held.
    let replacedAt: Instant?

    /// Returns the share of the time from a moment on.
    func unused(from moment: Instant) -> Share {
      Share(of: (end - moment).milliseconds, in: (end - start).milliseconds)
    }
  }

  private var times: [TransactionID: Time] = [:]
  /// The starts of the periods of a chain with grace; empty without one, where each begins at its purchase.
  private var starts: [TransactionID: Instant] = [:]

  /// The times of a chain in which nothing is given back by time.
  static let none = SoldTimes()

  private init() {}

  init(of chain: ChainState) {
    for (group, transactions) in chain.ownSubscriptions(Catalogs()) {
      let sorted = CompletedDates(transactions).transactions
      let succession = Succession(sorted)
      if chain.renewal?.hasGraces == true {
        starts.merge(Self.starts(of: sorted, in: chain, group)) { first, _ in first }
      }
      for transaction in sorted {
        let replacement = succession.replacement(of: transaction)
          .flatMap { $0.transactionID == nil ? nil : $0.moment }
        guard replacement != nil || transaction.isPartOfRefundUntold,
          let end = transaction.firstExpiresDate
        else { continue }
        let start = start(of: transaction)
        guard start < end else { continue }
        times[transaction.transactionID] = Time(
          start: start, end: end, replacedAt: replacement)
      }
    }
  }

  private static func starts(
    of transactions: [TransactionState], in chain: ChainState, _ group: SubscriptionGroupID?
  ) -> [TransactionID: Instant] {
    let periods = ServicePeriods(transactions, of: chain, in: group, Catalogs()).periods
    return Dictionary(
      periods.map { ($0.transactionID, $0.soldFrom) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ id: TransactionID) -> Time? { times[id] }

  /// Returns the moment from which a period was sold: the purchase date, or the old expiry for a charge within
  /// grace that kept the day of renewal.
  func start(of period: TransactionState) -> Instant {
    starts[period.transactionID] ?? period.purchase.purchaseDate
  }
}

extension TransactionState {
  /// True if Apple refunded a part of the price and did not tell the part.
  fileprivate var isPartOfRefundUntold: Bool {
    statedRevocations.joined().contains {
      $0.revocation.isTypedProrated && $0.revocation.percentage == nil
    }
  }
}
