/// What the service a customer has accrued saves of the commission on a year of renewals, against the
/// rate of a first year.
package struct Saving: Hashable, Sendable {
  /// Milliunits of `currency`.
  package let amount: Int64
  package let currency: String
}

extension ServiceHistory {
  private static let year: Duration = .day * 365

  /// The saving over the 365 days from `moment` on, at the present price: of the renewals that follow
  /// what runs, or of those after a return at that moment where nothing does.
  ///
  /// Nil where no price or no plan is known. Terms and programmes are taken as they are known to hold
  /// then; whether auto-renew is on does not matter.
  package func saving(
    at moment: Instant, in app: BundleID?, environment: StoreEnvironment = .production,
    commons: Commons = Commons()
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
          commons: commons)?.share(of: price) ?? 0
      }
      amount += shares[0] - shares[1]
    }
    return Saving(amount: amount, currency: currency)
  }

  /// What the next period costs without an offer: as it was sold before, else as Apple told, else as
  /// much as the last one that was paid for.
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
