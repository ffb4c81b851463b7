/// The periods of one chain's auto-renewable subscription in order of time.
///
/// Every interval is half-open: a period covers its purchase date and not its end.
package struct SubscriptionTimeline: Hashable, Sendable {
  package let chain: ChainState
  /// The periods by purchase date. A transaction without an asserted expiry is no period, nor is a
  /// renewal that was replaced before it began.
  package let periods: [SubscriptionPeriod]

  package init(_ chain: ChainState) {
    self.chain = chain
    let transactions = chain.asTold.purchases.all.filter { $0.purchase.type == .autoRenewable }
    let successions = Dictionary(grouping: transactions, by: \.purchase.ownership)
      .mapValues(Succession.init)
    periods = transactions.compactMap { transaction in
      successions[transaction.purchase.ownership].flatMap {
        SubscriptionPeriod(transaction, in: $0)
      }
    }
  }

  /// Returns the paid period at `moment`: the latest that covers it, preferably one that was not
  /// upgraded.
  ///
  /// A renewal that was signed ahead has not begun, so that the old period counts until then.
  package func live(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    let covering = periods(of: ownership).filter { $0.covers(moment) }
    return covering.last { !$0.transaction.isUpgraded } ?? covering.last
  }

  /// Returns the live period, or else the period begun by `moment` whose service ended last.
  package func current(
    at moment: Instant, ownership: Ownership? = nil
  ) -> SubscriptionPeriod? {
    if let live = live(at: moment, ownership: ownership) { return live }
    return periods(of: ownership).filter { $0.start <= moment }.max { $0.order < $1.order }
  }

  /// The period whose service ends last.
  package var last: SubscriptionPeriod? { periods.max { $0.order < $1.order } }

  private func periods(of ownership: Ownership?) -> [SubscriptionPeriod] {
    guard let ownership else { return periods }
    return periods.filter { $0.transaction.purchase.ownership == ownership }
  }
}

extension SubscriptionPeriod {
  /// The sort key: the end of service, then the start. A renewal that was revoked before it began
  /// still comes after the period that it would follow.
  fileprivate var order: (Instant, Instant, TransactionID) {
    (servedUntil, start, transaction.transactionID)
  }
}
