/// The length of time for which a charge of a subscription pays.
enum ChargeLength {
  /// Returns a month of a plan that is billed monthly, in the last month of its commitment too; the length
  /// as sold under an offer; else that of the catalog in force at a moment; else the length as sold.
  ///
  /// - Parameters:
  ///   - sold: the length as sold; nil if it is unknown.
  ///   - moment: the purchase, or the moment asked about for a purchase to come.
  static func of(
    _ product: ProductID, isBilledMonthly: Bool, isOffer: Bool, sold: BillingPeriod?,
    at moment: Instant, _ catalogs: Catalogs
  ) -> BillingPeriod? {
    if isBilledMonthly { return .months(1) }
    let listed = isOffer ? nil : catalogs.subscription(product, at: moment)?.period
    return listed ?? sold
  }
}

extension ServicePeriod {
  /// Returns the length of time for which the charge of the period paid; nil if it is unknown.
  func chargeLength(_ catalogs: Catalogs) -> BillingPeriod? {
    ChargeLength.of(
      productID, isBilledMonthly: isBilledMonthly, isOffer: isOffer, sold: soldLength,
      at: purchaseDate, catalogs)
  }

  /// The moment from which the period was sold: the purchase date, or the old expiry for a charge within grace
  /// that kept the day of renewal.
  var soldFrom: Instant {
    let isAnew =
      BillingPeriod(from: purchaseDate, to: soldEnd).isSold
      && !BillingPeriod(from: start, to: soldEnd).isSold
    return isAnew ? purchaseDate : start
  }

  /// The length as sold; nil for a period that ends before it starts.
  var soldLength: BillingPeriod? {
    let start = soldFrom
    return start < soldEnd ? BillingPeriod(from: start, to: soldEnd) : nil
  }
}
