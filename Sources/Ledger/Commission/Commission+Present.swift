extension Commission {
  /// The rate of the charge that covers `moment`, else the one that a charge would have at that moment;
  /// nil where no row of the terms applies.
  ///
  /// - Parameter tenure: the history's, at `moment`.
  package static func presentRate(
    of history: ServiceHistory, _ tenure: Tenure, at moment: Instant, in app: BundleID?,
    environment: StoreEnvironment = .production, commons: Commons = Commons()
  ) -> CommissionRate? {
    let begun = history.periods.last { $0.hasBegun(at: moment) && $0.charge != nil }
    if tenure.state == .accruing, let begun, let charge = begun.charge {
      return rate(
        of: charge, in: app, environment: environment,
        serviceBefore: history.serviceBefore(begun.transactionID) ?? .zero, commons: commons)
    }
    return history.charge(at: moment).flatMap {
      rate(
        of: $0, in: app, environment: environment, serviceBefore: tenure.total, commons: commons)
    }
  }
}

extension ServiceHistory {
  /// What a charge at `moment` would be, if the last product were bought again; its price is not told.
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
