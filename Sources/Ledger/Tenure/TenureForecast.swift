/// What lies ahead, known before it happens.
package struct TenureForecast: Hashable, Sendable {
  /// When the first period at the reduced rate begins, if the present plan goes on renewing; nil
  /// once it has begun, while nothing runs, and where a trial's plan is not known.
  package let reducedRateFrom: Instant?
  /// The last moment to return before what was accrued is lost, if nothing more is bought; nil
  /// where nothing is left to lose.
  package let keptUntil: Instant?
}

extension ServiceHistory {
  /// The forecast made at `moment`. Whether auto-renew is on does not matter: it says what would
  /// be.
  package func forecast(at moment: Instant) -> TenureForecast {
    let tenure = evaluate(at: moment)
    let isAhead = tenure.reducedRateFrom.map { $0 > moment } ?? false
    let isKept = tenure.state == .accruing || (tenure.state == .paused && tenure.total > .zero)
    return TenureForecast(
      reducedRateFrom: isAhead ? tenure.reducedRateFrom : nil,
      keptUntil: isKept ? tenure.restartsAt : nil)
  }

  /// The first renewal with a year of service before it, if every one is paid and on time.
  func reducedRateAhead(_ clock: ServiceClock, at moment: Instant) -> Instant? {
    guard let last = clock.last, let end = clock.lapse.lastEnd,
      moment < max(end, last.grace?.end ?? end), end == last.end,
      let length = renewalPeriod(of: last)
    else { return nil }
    let isAnchored = length.end(from: last.start) == end
    let anchor = isAnchored ? last.start : end
    var (total, count, start) = (clock.total(at: end), isAnchored ? 1 : 0, end)
    while total < settings.yearOfService {
      count += 1
      let next = length.end(from: anchor, count: count)
      guard start < next else { return nil }
      total += next - start
      start = next
    }
    return start
  }

  /// The length of the next period: of the product it renews as, by the catalogue, else as it was
  /// sold before, else as long as this one if it was paid.
  private func renewalPeriod(of last: ServicePeriod) -> BillingPeriod? {
    let product = renewsAs[last.chain]?.autoRenewProductID ?? last.purchase.productID
    if let known = products[product]?.billingPeriod { return known }
    let sold = periods.last {
      $0.isServed && $0.purchase.productID == product && $0.purchase.offer == nil && $0.isPaid
    }
    return sold?.soldPeriod ?? (last.isPaid ? last.soldPeriod : nil)
  }
}

extension ServicePeriod {
  private var soldEnd: Instant { transaction.firstExpiresDate ?? end }
  fileprivate var soldPeriod: BillingPeriod? {
    start < soldEnd ? BillingPeriod(from: start, to: soldEnd) : nil
  }
}
