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

  static func rate(
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
