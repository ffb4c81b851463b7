/// Where one customer stands on the way to a year of paid service, and what that is worth.
package struct TenureStanding: Hashable, Sendable {
  private static let rung = 90
  private static let rungMax = 270

  package let tenure: Tenure
  /// The chain of the last period begun.
  package let chain: ChainID
  package let productID: ProductID
  package let storefront: String?
  /// Of the saving, else of the last period paid for; nil where none is known.
  package let currency: String?
  /// What the service accrued saves of the next year's commission, in milliunits of `currency`, if
  /// renewals go on, or if the customer came back at once where nothing runs; nil where no price or no
  /// plan is known.
  package let saving: Int64?
  /// The last moment to return before what was accrued is lost; nil where nothing is left to lose.
  package let keptUntil: Instant?
  /// Whether service runs, so that renewals go on by themselves.
  package let isRunning: Bool
  private let year: Duration

  /// Nil where nothing had begun by `moment`.
  package init?(
    _ history: ServiceHistory, at moment: Instant, in app: BundleID?,
    environment: StoreEnvironment = .production, commons: Commons = Commons()
  ) {
    guard let last = history.periods.last(where: { $0.hasBegun(at: moment) }) else { return nil }
    let saving = history.saving(
      at: moment, in: app, environment: environment, commons: commons)
    tenure = history.evaluate(at: moment)
    keptUntil = history.forecast(at: moment).keptUntil
    chain = last.chain
    productID = last.productID
    storefront = last.storefront
    let paid = history.periods.last { $0.hasBegun(at: moment) && $0.charge != nil }
    currency = saving?.currency ?? paid?.charge?.currency
    self.saving = saving?.amount
    isRunning = history.isRunning(at: moment)
    year = history.settings.yearOfService
  }

  /// The rung of the ladder: 0, 90, 180, 270 days, and the year.
  package var rungDays: Int {
    guard tenure.total < year else { return year.wholeDays }
    return min(tenure.daysOfPaidService / Self.rung * Self.rung, Self.rungMax)
  }

  /// Whether it will be lost within so many days if nothing more is bought.
  package func lapses(within days: Int, of moment: Instant) -> Bool {
    keptUntil.map { $0 < moment + .day * days } ?? false
  }
}

extension ServiceHistory {
  fileprivate func isRunning(at moment: Instant) -> Bool {
    let clock = clock(at: moment)
    guard let last = clock.last, let end = clock.lapse.lastEnd else { return false }
    return moment < max(end, last.graceEnd ?? end)
  }
}
