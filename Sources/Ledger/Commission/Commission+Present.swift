extension Commission {
  /// The rate of the charge that covers `moment`, else the one that a charge of the full price would have
  /// at that moment; nil where no row of the terms applies.
  ///
  /// - Parameter tenure: the history's, at `moment`.
  package static func presentRate(
    of history: ServiceHistory, _ tenure: Tenure, at moment: Instant, in app: BundleID?,
    terms: CommissionTerms = .standard, programmes: [Programme] = []
  ) -> CommissionRate? {
    let begun = history.periods.filter { $0.start <= moment && $0.isPaid }
    if tenure.state == .accruing, let period = begun.last {
      return rate(
        of: period.transaction, in: app,
        serviceBefore: history.serviceBefore(period.transactionID) ?? .zero, terms: terms,
        programmes: programmes, settings: history.settings)
    }
    let charge = CommissionTerms.Charge(
      chargedAt: moment, storefront: history.periods.last?.purchase.storefront,
      productType: .autoRenewable, isAfterAYear: tenure.total >= history.settings.yearOfService,
      programmes: Set(programmes.filter { $0.covers(moment, in: app) }.map(\.name)))
    return terms.deciding(charge).map {
      CommissionRate(thousandths: $0.thousandths, reason: $0.reason(for: .autoRenewable))
    }
  }
}
