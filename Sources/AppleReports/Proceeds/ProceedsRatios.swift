package import Ledger

/// The ratio of proceeds to price, learned from reports.
///
/// The tax in a price is not known from what Apple signs. The ratio contains it, and the exchange
/// where a storefront is paid in another currency.
package struct ProceedsRatios: Sendable {
  package enum Month: Hashable, Sendable {
    case calendar(CalendarMonth)
    case fiscal(FiscalMonth)
  }

  package enum Months: Sendable {
    case calendar
    case fiscal

    package func month(of date: CivilDate) -> Month {
      switch self {
      case .calendar: .calendar(CalendarMonth(of: date.start))
      case .fiscal: .fiscal(FiscalMonth(of: date))
      }
    }
  }

  /// A group of sales that one ratio is learned for.
  package struct Key: Hashable, Sendable {
    package let storefront: String
    package let product: String
    package let priceCurrency: String
    package let proceedsCurrency: String
    package let rate: ProceedsRate
    package let month: Month

    package init(
      storefront: String, product: String, priceCurrency: String, proceedsCurrency: String,
      rate: ProceedsRate, month: Month
    ) {
      self.storefront = storefront
      self.product = product
      self.priceCurrency = priceCurrency
      self.proceedsCurrency = proceedsCurrency
      self.rate = rate
      self.month = month
    }
  }

  /// The ratio of a group with the figures that it rests on.
  package struct Ratio: Hashable, Sendable {
    /// The sum of the prices of all units.
    package fileprivate(set) var price: ExactDecimal
    /// The sum of the proceeds of all units.
    package fileprivate(set) var proceeds: ExactDecimal
    /// The number of units; refunded units count too.
    package fileprivate(set) var units: Int64

    /// Proceeds divided by price, for one: the two sums are exact.
    package var value: Double { proceeds.approximate / price.approximate }
  }

  package let months: Months
  package private(set) var ratios: [Key: Ratio] = [:]

  package init(by months: Months) {
    self.months = months
  }

  /// Adds an observation. One whose rate is not told by its report needs a rate here, such as
  /// ``RatePairs/rate(of:)`` recognizes; without one it is left out.
  package mutating func add(_ observation: ProceedsObservation, rate: ProceedsRate? = nil) {
    guard let rate = observation.rate ?? rate else { return }
    let key = Key(
      storefront: observation.storefront, product: observation.product,
      priceCurrency: observation.priceCurrency, proceedsCurrency: observation.proceedsCurrency,
      rate: rate, month: months.month(of: observation.date))
    var ratio = ratios[key] ?? Ratio(price: .zero, proceeds: .zero, units: 0)
    ratio.price += observation.price * observation.units
    ratio.proceeds += observation.proceeds * observation.units
    ratio.units += observation.units
    ratios[key] = ratio
  }
}
