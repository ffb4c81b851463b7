/// The rate of a charge, beside the rate that it would have had otherwise.
struct ChargeRating: Hashable {
  let rate: CommissionRate?
  /// The other rate in thousandths: of a first year, if accrued service lowered the rate; after a year,
  /// if only a gap that restarted the count kept the charge from it. Nil if it is the same.
  let rateOtherwise: Int?

  static let none = ChargeRating(rate: nil, rateOtherwise: nil)
}

extension Commission {
  /// Returns the rate of a charge and the rate that it would have had otherwise, by the same terms and
  /// programs.
  ///
  /// - Parameter service: the service accrued before the charge, as of the charge.
  static func rating(
    of charge: Charge, in app: BundleID?, environment: StoreEnvironment,
    after service: AccruedService,
    shared: SharedState
  ) -> ChargeRating {
    let year = shared.settings(in: environment).yearOfService
    let isSubscription = charge.productType == .autoRenewable
    func rated(_ isAfterAYear: Bool) -> CommissionRate? {
      self.rate(
        of: charge, in: app, environment: environment, isAfterAYear: isAfterAYear, shared: shared)
    }
    let isAfterAYear = isSubscription && service.counted >= year
    guard let rate = rated(isAfterAYear) else { return .none }
    guard isAfterAYear || isSubscription && service.unbroken >= year,
      let other = rated(!isAfterAYear), other.thousandths != rate.thousandths
    else { return ChargeRating(rate: rate, rateOtherwise: nil) }
    return ChargeRating(rate: rate, rateOtherwise: other.thousandths)
  }
}

extension CommissionLine {
  /// The rates of the line.
  var rating: ChargeRating { ChargeRating(rate: rate, rateOtherwise: rateOtherwise) }
}
