/// The commission that the accrued service saves over a year of renewals, compared with the rate of
/// a first year.
package struct Saving: Hashable, Sendable {
  /// The amount in milliunits of `currency`.
  package let amount: Int64
  package let currency: String
}

extension ServiceHistory {
  private static let year: Duration = .day * 365

  /// Returns the saving over the 365 days from `moment` on, at the present price: for the renewals
  /// after the running period, or after a return at that moment if no period runs.
  ///
  /// Nil if the price or the plan is unknown. Terms and programs are those known for the time of
  /// each renewal. The auto-renew setting does not matter.
  package func saving(
    at moment: Instant, in app: BundleID?, environment: StoreEnvironment = .production,
    shared: SharedState = SharedState()
  ) -> Saving? {
    let clock = clock(at: moment)
    guard let last = clock.last, let (price, currency) = price(after: last, at: moment),
      let renewals = renewalsAhead(clock, at: moment) ?? renewalsOnReturn(clock, at: moment)
    else { return nil }
    var amount: Int64 = 0
    for renewal in renewals {
      guard renewal.start < moment + Self.year else { break }
      guard renewal.serviceBefore >= settings.yearOfService,
        let charge = charge(at: renewal.start)
      else { continue }
      let shares = [false, true].map { isAfterAYear in
        Commission.rate(
          of: charge, in: app, environment: environment, isAfterAYear: isAfterAYear,
          shared: shared)?.share(of: price) ?? 0
      }
      amount += shares[0] - shares[1]
    }
    return Saving(amount: amount, currency: currency)
  }

  /// Returns the price of the next period without an offer: as sold before, else as Apple
  /// announced, else the price of the last paid period.
  private func price(after last: ServicePeriod, at moment: Instant) -> (Int64, String)? {
    let regular = regularPeriod(of: nextProduct(after: last), at: moment)?.charge
    let told = renewals[last.chain]
    let paid = periods.last { $0.hasBegun(at: moment) && $0.charge?.price != nil }?.charge
    let known = [
      (regular?.price, regular?.currency), (told?.price, told?.currency),
      (paid?.price, paid?.currency),
    ]
    return known.lazy.compactMap { price, currency in
      price.flatMap { price in currency.map { (price, $0) } }
    }.first
  }
}
