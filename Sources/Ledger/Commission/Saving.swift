/// The commission that the accrued service saves over a year of renewals, compared with the rate of
/// a first year.
package struct Saving: Hashable, Sendable {
  /// The amount in milliunits of `currency`.
  package let amount: Int64
  package let currency: String
}

extension ServiceHistory {
  private static let year: Duration = .day * 365

  /// Returns the saving over the 365 days from `moment` on: for the renewals after the running
  /// period, those charged ahead at their own price, or for the renewals after a return at that
  /// moment if no period runs.
  ///
  /// Nil if the price or the length of the plan is unknown. Terms and programs are those known for
  /// the time of each renewal.
  ///
  /// - Parameter isAsTold: false to assume that renewals go on although the customer switched them
  ///   off.
  package func saving(
    at moment: Instant, in app: BundleID?, environment: StoreEnvironment = .production,
    shared: SharedState = SharedState(), isAsTold: Bool = false
  ) -> Saving? {
    let clock = clock(at: moment)
    let horizon = moment + Self.year
    let end = isAsTold ? min(endOfService(clock, at: moment) ?? horizon, horizon) : horizon
    let ahead =
      isRunning(clock, at: moment)
      ? renewals(after: clock, at: moment) : renewalsOnReturn(clock, at: moment)
    guard let ahead, ahead.isLengthKnown,
      let (price, currency) = price(renewing: ahead.last, at: moment)
    else { return nil }
    let charged = ahead.charged.compactMap { period, before in period.charge.map { ($0, before) } }
    let planned = ahead.planned.prefix { $0.start < end }.map { renewal in
      (ahead.charge(at: renewal.start, in: subscriptionGroupID), renewal.serviceBefore)
    }
    let taxes = ChargeTaxes(learned: shared.learnedTaxes(of: app))
    let amounts = (charged + planned).map { charge, before -> Int64 in
      guard charge.chargedAt < end, before >= settings.yearOfService else { return 0 }
      let price = charge.price ?? price
      let tax = taxes.tax(in: price, of: charge)
      let commissions = [false, true].map { isAfterAYear in
        Commission.rate(
          of: charge, in: app, environment: environment, isAfterAYear: isAfterAYear,
          shared: shared
        ).map { Commission.amount($0.thousandths, of: price, tax: tax) } ?? 0
      }
      return commissions[0] - commissions[1]
    }
    return Saving(amount: amounts.reduce(0, +), currency: currency)
  }

  /// Returns the price of the plan's next period without an offer: as Apple announced it, else as
  /// the product was sold before. Neither the price of an offer nor that of another product or another
  /// billing stands for it.
  private func price(renewing last: ServicePeriod, at moment: Instant) -> (Int64, String)? {
    let told = renewals[last.chain].flatMap { $0.isRegular ? ($0.price, $0.currency) : nil }
    let sold = lastRegularPeriod(before: last, at: moment)?.charge.map { ($0.price, $0.currency) }
    return [told, sold].lazy.compactMap { known in
      known.flatMap { price, currency in price.flatMap { price in currency.map { (price, $0) } } }
    }.first
  }
}

extension RenewalForecast {
  /// Returns the charge of a planned renewal, in the storefront of the period before it and without a price.
  fileprivate func charge(at moment: Instant, in group: SubscriptionGroupID) -> Charge {
    Charge(
      chargedAt: moment, productID: productID, productType: .autoRenewable,
      subscriptionGroupID: group, storefront: last.storefront, price: nil, currency: nil)
  }
}
