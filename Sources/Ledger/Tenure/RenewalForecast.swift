/// The renewals that a history has ahead of it at a moment: those that were charged ahead, then those
/// by the present plan.
struct RenewalForecast {
  /// The period after which the plan renews.
  let last: ServicePeriod
  /// The product that the plan renews as.
  let productID: ProductID
  let charged: [(period: ServicePeriod, serviceBefore: Duration)]
  let planned: RenewalsAhead
  /// True if the length of the planned periods is known.
  let isLengthKnown: Bool
}

extension ServiceHistory {
  /// Returns the renewals after the period that runs at `moment`, grace included. Nil if none runs,
  /// or the plan of a trial is unknown.
  func renewals(after clock: ServiceClock, at moment: Instant) -> RenewalForecast? {
    guard let ahead = chargedAhead(after: clock, at: moment), let last = ahead.clock.last,
      let end = ahead.clock.lapse.lastEnd
    else { return nil }
    let length = renewalPeriod(after: last, at: moment)
    guard length != nil || last.isPaid,
      let planned = RenewalsAhead(
        from: end, after: ahead.clock.total(at: end), following: last, length: length)
    else { return nil }
    return RenewalForecast(
      last: last, productID: nextProduct(after: last), charged: ahead.periods, planned: planned,
      isLengthKnown: length != nil)
  }

  /// Returns the renewals if the customer returned at `moment`; nil if the plan is unknown.
  func renewalsOnReturn(_ clock: ServiceClock, at moment: Instant) -> RenewalForecast? {
    guard let last = clock.last, let length = renewalPeriod(after: last, at: moment) else {
      return nil
    }
    let total = clock.lapse.restarts(at: moment) ? .zero : clock.total(at: moment)
    let planned = RenewalsAhead(
      from: moment, after: total, anchor: moment, count: 0, length: length)
    return planned.map {
      RenewalForecast(
        last: last, productID: nextProduct(after: last), charged: [], planned: $0,
        isLengthKnown: true)
    }
  }

  /// Returns the length of the next period by the catalog in force at `moment`. As sold is the length of
  /// the last regular period of the product, or else that of this period if it was paid and renews
  /// unchanged.
  private func renewalPeriod(after last: ServicePeriod, at moment: Instant) -> BillingPeriod? {
    let product = nextProduct(after: last)
    let sold =
      lastRegularPeriod(before: last, at: moment)?.soldLength
      ?? (last.isPaid && product == last.productID ? last.soldLength : nil)
    return ChargeLength.of(
      product, isBilledMonthly: isNextBilledMonthly(after: last), isOffer: false, sold: sold,
      at: moment, catalogs)
  }

  private func nextProduct(after last: ServicePeriod) -> ProductID {
    renewals[last.chain]?.productID ?? last.productID
  }

  /// Returns true if the next period is billed by the month: while payments of a commitment are left, else
  /// as Apple told, else if this period is and renews unchanged.
  private func isNextBilledMonthly(after last: ServicePeriod) -> Bool {
    if last.commitmentRest != nil { return true }
    return renewals[last.chain]?.isBilledMonthly
      ?? (last.isBilledMonthly && nextProduct(after: last) == last.productID)
  }

  /// Returns the last paid period without an offer that had begun by `moment`, of the product and the
  /// billing of the period after this one.
  func lastRegularPeriod(before last: ServicePeriod, at moment: Instant) -> ServicePeriod? {
    let (product, isBilledMonthly) = (nextProduct(after: last), isNextBilledMonthly(after: last))
    return periods.last {
      $0.hasBegun(at: moment) && $0.isServed && $0.isPaid && !$0.isOffer && $0.productID == product
        && $0.isBilledMonthly == isBilledMonthly
    }
  }
}
