import Ledger

/// The price of a period for one month.
struct ModelMonthlyPrice {
  private static let day: Int64 = 86_400_000
  private static let hour: Int64 = 3_600_000

  let events: [RecordedEvent]
  let mutation: CustomersMutation?

  /// Returns the price by the month in milliunits; nil if the price is not known. A month of a commitment is a
  /// month. The length is that of the dates as sold, else the one that the catalog lists, else the time.
  func price(of period: ModelPeriod, in chain: ModelChain) -> Int128? {
    let bought = period.bought
    guard let price = bought.purchase.price.map({ Int128($0) }) else { return nil }
    let commitment = bought.purchase.commitment
    let isLast = commitment.map { $0.period >= $0.periods } ?? false
    if bought.isBilledMonthly, mutation != .lastMonthOfCommitmentIsAYear || !isLast {
      return price
    }
    if bought.isBilledMonthly { return divided(price, by: 12) }
    let sold = bought.expiresDateAsSold?.milliseconds ?? period.aliveEnd
    let length = sold - chain.soldFrom(bought).milliseconds
    if let months = Self.months(in: length) { return divided(price, by: months) }
    if isDays(7, length) { return weekly(price) }
    switch listed(bought.purchase.productID, in: bought.chain.bundleID) {
    case .months(let months): return divided(price, by: Int128(months))
    case .days(7): return weekly(price)
    default:
      return length > 0
        ? divided(price * 365 * Int128(Self.day), by: 12 * Int128(length)) : price
    }
  }

  /// Returns the number of months that Apple sells in so long a time.
  private static func months(in length: Int64) -> Int128? {
    let sold: [(Int128, ClosedRange<Int64>)] = [
      (1, 28...31), (2, 59...62), (3, 89...92), (6, 181...184), (12, 365...366),
    ]
    return sold.first {
      ($0.1.lowerBound * day - hour...$0.1.upperBound * day + hour).contains(length)
    }?.0
  }

  private func isDays(_ count: Int64, _ length: Int64) -> Bool {
    abs(length - count * Self.day) <= Self.hour
  }

  private func weekly(_ price: Int128) -> Int128 {
    mutation == .fourWeeksAreAMonth ? price * 4 : divided(price * 365, by: 7 * 12)
  }

  private func divided(_ amount: Int128, by divisor: Int128) -> Int128 {
    mutation == .monthlyPriceRoundsDown
      ? amount / divisor : (amount * 2 + divisor) / (divisor * 2)
  }

  /// Returns the length by the newest catalog that lists the product.
  private func listed(_ product: ProductID, in app: BundleID) -> BillingPeriod? {
    var newest: CatalogPublished?
    for event in events {
      guard case .shared(.catalogPublished(let published)) = event.event,
        published.bundleID == app,
        published.catalog.products.contains(where: { $0.productID == product })
      else { continue }
      if let known = newest, published.validFrom < known.validFrom { continue }
      newest = published
    }
    return newest?.catalog.products.first { $0.productID == product }?.period
  }
}
