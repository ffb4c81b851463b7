/// The periods of one chain begun by a moment, and the charges that failed.
struct Chain {
  struct FailedCharge {
    enum Outcome {
      case grace(until: Int64)
      case retry
      case end
    }

    let at: Int64
    let chain: String
    let outcome: Outcome
  }

  /// The live period begun last, else the one begun last.
  let current: Period
  let status: CustomerTruth.Standing.Status
  /// Present while in grace.
  let graceUntil: Int64?

  /// Nil where no period has begun.
  /// - Parameters:
  ///   - periods: in the order of their beginnings.
  ///   - failed: in order, none after the moment.
  init?(_ periods: [Period], failed: [FailedCharge], at moment: Int64) {
    guard let current = periods.last(where: { $0.isLive(at: moment) }) ?? periods.last else {
      return nil
    }
    self.current = current
    let failure = failed.last { $0.at >= current.end }
    (status, graceUntil) = Self.status(of: current, after: failure?.outcome, at: moment)
  }

  var standing: CustomerTruth.Standing {
    CustomerTruth.Standing(
      originalTransactionId: current.service.chain, subscriptionGroupId: current.service.group,
      productId: current.service.product, transactionId: current.service.transaction,
      ownership: CustomerTruth.Ownership(isFamilyShared: current.service.isFamilyShared),
      status: status, expiresAt: CustomerTruth.Moment(current.expiresAt),
      gracePeriodExpiresAt: graceUntil.map(CustomerTruth.Moment.init))
  }

  /// A failure counts only since the period's end: a later period is a fresh start, also one that
  /// was paid for inside the grace of the one before.
  private static func status(
    of period: Period, after failure: FailedCharge.Outcome?, at moment: Int64
  ) -> (CustomerTruth.Standing.Status, graceUntil: Int64?) {
    if period.isLive(at: moment) { return (.active, nil) }
    if period.fate.isWithdrawn(at: moment) { return (.revoked, nil) }
    switch failure {
    case .grace(let until) where moment < until: return (.gracePeriod, until)
    case .grace, .retry: return (.billingRetry, nil)
    case .end, nil: return (.expired, nil)
    }
  }
}
