/// The progress of one customer toward a year of paid service, and its value.
package struct TenureStatus: Hashable, Sendable {
  private static let bucket = 90
  private static let bucketMax = 270

  package let tenure: Tenure
  /// The chain of the period that began last.
  package let chain: ChainID
  package let productID: ProductID
  package let storefront: String?
  /// The currency of the saving, or else of the last paid period; nil if none is known.
  package let currency: String?
  /// The commission that the accrued service saves over the next year, in milliunits of `currency`,
  /// if renewals continue, or if the customer returns at once when no period runs. Nil if the price
  /// or the plan is unknown.
  package let saving: Int64?
  /// The part of the saving that follows without the customer's doing: by the renewals to come, if
  /// they are not switched off. Nil if it is unknown.
  package let savingToCome: Int64?
  /// The end of the service if it runs and will not renew; otherwise nil.
  package let endsAt: Instant?
  /// The last moment to return before the accrued service is lost; nil if there is nothing to lose.
  package let keptUntil: Instant?
  /// The first charge ever after a year of service, of those not refunded in full; nil if there was none.
  package let reachedYear: Instant?
  private let year: Duration

  /// Creates the status; nil if no period had begun by `moment`.
  package init?(
    _ history: ServiceHistory, at moment: Instant, in app: BundleID?,
    environment: StoreEnvironment = .production, shared: SharedState = SharedState()
  ) {
    guard let last = history.periods.last(where: { $0.hasBegun(at: moment) }) else { return nil }
    let saving = history.saving(
      at: moment, in: app, environment: environment, shared: shared)
    let forecast = history.forecast(at: moment)
    tenure = history.evaluate(at: moment)
    keptUntil = forecast.keptUntil
    endsAt = forecast.endsAt
    reachedYear = history.firstChargeAfterYear(at: moment)
    chain = last.chain
    productID = last.productID
    storefront = last.storefront
    let paid = history.periods.last { $0.hasBegun(at: moment) && $0.charge != nil }
    currency = saving?.currency ?? paid?.charge?.currency
    self.saving = saving?.amount
    let toCome = history.saving(
      at: moment, in: app, environment: environment, shared: shared, isAsTold: true)
    savingToCome = history.isRunning(history.clock(at: moment), at: moment) ? toCome?.amount : 0
    year = history.settings.yearOfService
  }

  /// The bucket of the tenure distribution: 0, 90, 180 or 270 days, or the full year.
  package var bucketDays: Int {
    guard tenure.total < year else { return (year + .day / 2).wholeDays }
    return min(tenure.daysOfPaidService / Self.bucket * Self.bucket, Self.bucketMax)
  }

  /// True if the days or the rate of a transaction are uncertain.
  package var isUncertain: Bool {
    tenure.transactions.contains { $0.isUncertain || $0.isOfferUntold || $0.isRateUncertain }
  }

  /// Returns true if the accrued service will be lost within `days` unless more is bought.
  package func lapses(within days: Int, of moment: Instant) -> Bool {
    keptUntil.map { $0 < moment + .day * days } ?? false
  }

  /// Returns true if the service will end within `days` because renewals are switched off.
  package func ends(within days: Int, of moment: Instant) -> Bool {
    endsAt.map { $0 < moment + .day * days } ?? false
  }
}

extension ServiceHistory {
  /// Returns the first charge after a year of service, in whichever run, that had begun by `moment` and stood
  /// not refunded in full then.
  fileprivate func firstChargeAfterYear(at moment: Instant) -> Instant? {
    zip(periods, servicesBefore).first { period, before in
      period.hasBegun(at: moment) && period.isPaid && before.counted >= settings.yearOfService
        && !(period.refunds.current(at: moment)?.isFull ?? false)
    }?.0.purchaseDate
  }
}
