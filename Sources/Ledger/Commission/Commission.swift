/// The rate of each charge, fixed by what was so when it was charged.
package enum Commission {
  /// - Parameters:
  ///   - app: where it was bought; programmes confined to another app do not count.
  ///   - serviceBefore: what had accrued before it, as of the charge.
  ///   - commons: the programmes, terms and settings that stand.
  /// - Returns: nil where no row of the terms applies.
  package static func rate(
    of charge: Charge, in app: BundleID?, environment: StoreEnvironment = .production,
    serviceBefore: Duration, commons: Commons = Commons()
  ) -> CommissionRate? {
    let isSubscription = charge.productType == .autoRenewable
    let year = commons.settings(in: environment).yearOfService
    return rate(
      of: charge, in: app, environment: environment,
      isAfterAYear: isSubscription && serviceBefore >= year, commons: commons)
  }

  static func rate(
    of charge: Charge, in app: BundleID?, environment: StoreEnvironment, isAfterAYear: Bool,
    commons: Commons
  ) -> CommissionRate? {
    let question = CommissionTerms.Question(
      chargedAt: charge.chargedAt, storefront: charge.storefront,
      productType: charge.productType, isAfterAYear: isAfterAYear,
      programmes: commons.programmes(at: charge.chargedAt, in: app))
    return commons.terms(in: environment).deciding(question).map {
      CommissionRate(thousandths: $0.thousandths, reason: $0.reason(for: charge.productType))
    }
  }
}
