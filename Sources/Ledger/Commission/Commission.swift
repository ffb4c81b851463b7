/// The rules for the commission rate of a charge, fixed by the circumstances at the time of the
/// charge.
package enum Commission {
  /// - Parameters:
  ///   - app: the app of the purchase; programs confined to another app do not count.
  ///   - serviceBefore: the service accrued before the charge, as of the charge.
  ///   - shared: the present programs, terms and settings.
  /// - Returns: the rate; nil if no row of the terms applies.
  package static func rate(
    of charge: Charge, in app: BundleID?, environment: StoreEnvironment = .production,
    serviceBefore: Duration, shared: SharedState = SharedState()
  ) -> CommissionRate? {
    let isSubscription = charge.productType == .autoRenewable
    let year = shared.settings(in: environment).yearOfService
    return rate(
      of: charge, in: app, environment: environment,
      isAfterAYear: isSubscription && serviceBefore >= year, shared: shared)
  }

  /// Returns the rate of a charge before or after a year of paid service; nil if no row of the terms
  /// applies.
  package static func rate(
    of charge: Charge, in app: BundleID?, environment: StoreEnvironment, isAfterAYear: Bool,
    shared: SharedState
  ) -> CommissionRate? {
    let question = CommissionTerms.Question(
      chargedAt: charge.chargedAt, storefront: charge.storefront,
      productType: charge.productType, isAfterAYear: isAfterAYear,
      programs: shared.programs(at: charge.chargedAt, in: app))
    return shared.terms(in: environment).deciding(question).map {
      CommissionRate(thousandths: $0.thousandths, reason: $0.reason(for: charge.productType))
    }
  }
}

extension Commission {
  /// Returns the commission at a rate: of the price without tax, rounded half up.
  ///
  /// - Parameters:
  ///   - thousandths: the rate in thousandths.
  ///   - tax: the amount of the price that is tax.
  package static func amount(_ thousandths: Int, of price: Int64, tax: Int64) -> Int64 {
    Share(of: Int64(thousandths), in: Int64(CommissionRate.range.upperBound)).part(of: price - tax)
  }
}

extension Commission {
  /// Returns the rate of the charge that covers `moment`, or else the rate that a charge at that
  /// moment would have; nil if no row of the terms applies.
  ///
  /// - Parameter tenure: the tenure of the history at `moment`.
  package static func presentRate(
    of history: ServiceHistory, _ tenure: Tenure, at moment: Instant, in app: BundleID?,
    environment: StoreEnvironment = .production, shared: SharedState = SharedState()
  ) -> CommissionRate? {
    let begun = history.periods.last { $0.hasBegun(at: moment) && $0.charge != nil }
    if tenure.state == .accruing, let begun, let charge = begun.charge {
      return rate(
        of: charge, in: app, environment: environment,
        serviceBefore: history.serviceBefore(begun.transactionID) ?? .zero, shared: shared)
    }
    return history.charge(at: moment).flatMap {
      rate(
        of: $0, in: app, environment: environment, serviceBefore: tenure.total, shared: shared)
    }
  }
}

extension ServiceHistory {
  /// Returns the charge of the last product if it were bought at `moment`, without a price.
  func charge(at moment: Instant) -> Charge? {
    let last = periods.last { $0.hasBegun(at: moment) } ?? periods.last
    return last.map {
      Charge(
        chargedAt: moment, productID: $0.productID, productType: .autoRenewable,
        subscriptionGroupID: subscriptionGroupID, storefront: $0.storefront, price: nil,
        currency: nil)
    }
  }
}
