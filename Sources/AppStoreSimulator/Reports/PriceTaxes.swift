/// The taxes in the prices of storefronts, by date.
package struct PriceTaxes: Sendable {
  package struct Row: Sendable {
    /// The storefront's country by its three letters.
    package let country: String
    /// The first moment at which the tax holds, in milliseconds since 1970.
    package let from: Int64
    /// The tax as thousandths of the price without it: 190 is 19 %.
    package let thousandths: Int64

    package init(_ country: String, from: Int64 = .min, thousandths: Int64) {
      self.country = country
      self.from = from
      self.thousandths = thousandths
    }
  }

  private let rows: [Row]

  package init(_ rows: [Row]) {
    self.rows = rows
  }

  /// The standard rates of value-added and consumption tax in the storefronts of the simulation. In the
  /// USA the price has no tax in it.
  package static let standard = PriceTaxes([
    Row("JPN", thousandths: 80),
    Row("JPN", from: start("2019-10-01"), thousandths: 100),
    Row("DEU", thousandths: 190),
    Row("DEU", from: start("2020-07-01"), thousandths: 160),
    Row("DEU", from: start("2021-01-01"), thousandths: 190),
    Row("GBR", thousandths: 200),
    Row("KOR", thousandths: 100),
  ])

  /// Returns the tax of a country at a moment, in thousandths of the price without it.
  func thousandths(in country: String, at moment: Int64) -> Int64 {
    let known = rows.filter { $0.country == country && $0.from <= moment }
    return known.max { $0.from < $1.from }?.thousandths ?? 0
  }

  /// Returns the first moment of a day in UTC.
  private static func start(_ day: String) -> Int64 {
    guard let moment = CustomerTruth.Moment(rfc3339: "\(day)T00:00:00Z") else {
      preconditionFailure("\(day) is no day")
    }
    return moment.milliseconds
  }
}
