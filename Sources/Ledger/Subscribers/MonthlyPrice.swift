/// The price of a subscription for an average month.
package enum MonthlyPrice {
  private static let daysInYear: Int128 = 365
  private static let monthsInYear: Int128 = 12

  /// Returns the price of a period divided by the months of its length, rounded half up, in milliunits;
  /// zero for a free period, and nil if the price is unknown.
  ///
  /// A week and a day are parts of a year of 365 days.
  package static func of(_ period: ServicePeriod, _ catalogs: Catalogs) -> Int64? {
    guard let charge = period.charge else { return 0 }
    guard let price = charge.price, let length = period.chargeLength(catalogs) else { return nil }
    return divided(price, by: length)
  }

  private static func divided(_ price: Int64, by length: BillingPeriod) -> Int64? {
    switch length {
    case .months(let count):
      rounded(Int128(price), by: Int128(count))
    case .days(let count):
      rounded(Int128(price) * daysInYear, by: Int128(count) * monthsInYear)
    case .exactly(let duration):
      rounded(
        Int128(price) * daysInYear * 86_400_000, by: Int128(duration.milliseconds) * monthsInYear)
    }
  }

  private static func rounded(_ dividend: Int128, by divisor: Int128) -> Int64? {
    guard divisor > 0 else { return nil }
    return Int64(clamping: (dividend * 2 + divisor) / (divisor * 2))
  }
}
