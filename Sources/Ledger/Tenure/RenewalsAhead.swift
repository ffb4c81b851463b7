/// The endless sequence of future renewals, if each is paid on time.
struct RenewalsAhead: Sequence, IteratorProtocol {
  struct Renewal {
    let start: Instant
    let serviceBefore: Duration
  }

  private let anchor: Instant
  private let length: BillingPeriod
  private var count: Int
  private var upcoming: Renewal

  /// Counts periods from `anchor`, of which `count` are over at `start`; nil for a length of zero.
  init?(
    from start: Instant, after total: Duration, anchor: Instant, count: Int, length: BillingPeriod
  ) {
    guard start < length.end(from: anchor, count: count + 1) else { return nil }
    self.anchor = anchor
    self.length = length
    self.count = count
    upcoming = Renewal(start: start, serviceBefore: total)
  }

  mutating func next() -> Renewal? {
    let renewal = upcoming
    count += 1
    let end = length.end(from: anchor, count: count)
    upcoming = Renewal(start: end, serviceBefore: renewal.serviceBefore + (end - renewal.start))
    return renewal
  }
}

extension ServiceHistory {
  /// Returns the renewals after the period that runs at `moment`, grace included; nil if none runs,
  /// or the plan of a trial is unknown.
  func renewalsAhead(_ clock: ServiceClock, at moment: Instant) -> RenewalsAhead? {
    guard let last = clock.last, let end = clock.lapse.lastEnd,
      moment < max(end, last.graceEnd ?? end), end == last.end,
      let length = renewalPeriod(of: last, at: moment)
    else { return nil }
    let isAnchored = length.end(from: last.start) == end
    return RenewalsAhead(
      from: end, after: clock.total(at: end), anchor: isAnchored ? last.start : end,
      count: isAnchored ? 1 : 0, length: length)
  }

  /// Returns the renewals if the customer returned at `moment`; nil if the plan is unknown.
  func renewalsOnReturn(_ clock: ServiceClock, at moment: Instant) -> RenewalsAhead? {
    guard let last = clock.last, let length = renewalPeriod(of: last, at: moment) else {
      return nil
    }
    let total = clock.lapse.restarts(at: moment) ? .zero : clock.total(at: moment)
    return RenewalsAhead(from: moment, after: total, anchor: moment, count: 0, length: length)
  }

  /// Returns the length of the next period: of the product that it renews as, by the catalog, or
  /// else as sold before, or else the length of this period if it was paid.
  private func renewalPeriod(of last: ServicePeriod, at moment: Instant) -> BillingPeriod? {
    let product = nextProduct(after: last)
    if let known = products[product]?.billingPeriod { return known }
    return regularPeriod(of: product, at: moment)?.soldPeriod
      ?? (last.isPaid ? last.soldPeriod : nil)
  }

  func nextProduct(after last: ServicePeriod) -> ProductID {
    renewals[last.chain]?.productID ?? last.productID
  }

  /// Returns the last paid period of a product without an offer that had begun by `moment`.
  func regularPeriod(of product: ProductID, at moment: Instant) -> ServicePeriod? {
    periods.last {
      $0.hasBegun(at: moment) && $0.isServed && $0.productID == product && !$0.isOffer && $0.isPaid
    }
  }
}

extension ServicePeriod {
  fileprivate var soldPeriod: BillingPeriod? {
    start < soldEnd ? BillingPeriod(from: start, to: soldEnd) : nil
  }
}
