/// The state of one chain at a moment, derived from its periods and failed charges.
struct Chain {
  struct FailedCharge {
    enum Outcome {
      case grace(until: Int64, isEndTold: Bool)
      case retry
      case end
    }

    let at: Int64
    let chain: String
    let outcome: Outcome
  }

  /// The live period that began last; if none is live, the period that began last.
  let current: Period
  let status: CustomerTruth.SubscriptionTruth.Status
  /// The longest grace that Apple offers. A grace without an end is taken for one.
  private static let graceMax = Int64(28).days

  /// The end of the grace period as far as Apple tells it; nil outside of grace.
  let graceUntil: Int64?

  /// Derives the state; fails if no period has begun.
  /// - Parameters:
  ///   - periods: the periods that have begun, in order of beginning.
  ///   - failed: the failed charges in order, none after the moment.
  init?(_ periods: [Period], failed: [FailedCharge], at moment: Int64) {
    guard let current = periods.last(where: { $0.isLive(at: moment) }) ?? periods.last else {
      return nil
    }
    self.current = current
    let failure = failed.last { $0.at >= current.end }
    (status, graceUntil) = Self.status(of: current, after: failure?.outcome, at: moment)
  }

  var truth: CustomerTruth.SubscriptionTruth {
    CustomerTruth.SubscriptionTruth(
      originalTransactionId: current.service.chain, subscriptionGroupId: current.service.group,
      productId: current.service.product, transactionId: current.service.transaction,
      ownership: CustomerTruth.Ownership(isFamilyShared: current.service.isFamilyShared),
      status: status, expiresAt: CustomerTruth.Moment(current.expiresAt),
      gracePeriodExpiresAt: graceUntil.map(CustomerTruth.Moment.init))
  }

  /// Returns the status of the chain. Only a failure since the period's end counts: a later period
  /// starts afresh, even if it was paid for inside the grace of the period before.
  private static func status(
    of period: Period, after failure: FailedCharge.Outcome?, at moment: Int64
  ) -> (CustomerTruth.SubscriptionTruth.Status, graceUntil: Int64?) {
    if period.isLive(at: moment) { return (.active, nil) }
    if period.fate.isWithdrawn(at: moment) { return (.revoked, nil) }
    switch failure {
    case .grace(let until, let isEndTold) where moment < until:
      return (.gracePeriod, isEndTold ? until : period.expiresAt + Self.graceMax)
    case .grace, .retry: return (.billingRetry, nil)
    case .end, nil: return (.expired, nil)
    }
  }
}
