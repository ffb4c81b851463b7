/// The taxes that are assumed where nothing else tells them.
extension TaxTable {
  /// The standard rates of the value-added or consumption tax of storefronts in which the price includes
  /// it, from general knowledge. Reduced rates, and who owes the tax, differ by developer and product,
  /// so that every amount that follows from them is named an estimate. Storefronts that are left out
  /// have no tax in their prices: in the USA and in Canada Apple adds it on top.
  package static let estimates = TaxTable(
    rows: [
      Row(storefront: "AUT", thousandths: 200),
      Row(storefront: "BEL", thousandths: 210),
      Row(storefront: "BGR", thousandths: 200),
      Row(storefront: "HRV", thousandths: 250),
      Row(storefront: "CYP", thousandths: 190),
      Row(storefront: "CZE", thousandths: 210),
      Row(storefront: "DNK", thousandths: 250),
      Row(storefront: "EST", thousandths: 200),
      Row(storefront: "EST", from: start(2024, 1, 1), thousandths: 220),
      Row(storefront: "EST", from: start(2025, 7, 1), thousandths: 240),
      Row(storefront: "FIN", thousandths: 240),
      Row(storefront: "FIN", from: start(2024, 9, 1), thousandths: 255),
      Row(storefront: "FRA", thousandths: 200),
      Row(storefront: "DEU", thousandths: 190),
      Row(storefront: "DEU", from: start(2020, 7, 1), thousandths: 160),
      Row(storefront: "DEU", from: start(2021, 1, 1), thousandths: 190),
      Row(storefront: "GRC", thousandths: 240),
      Row(storefront: "HUN", thousandths: 270),
      Row(storefront: "IRL", thousandths: 230),
      Row(storefront: "IRL", from: start(2020, 9, 1), thousandths: 210),
      Row(storefront: "IRL", from: start(2021, 3, 1), thousandths: 230),
      Row(storefront: "ITA", thousandths: 220),
      Row(storefront: "LVA", thousandths: 210),
      Row(storefront: "LTU", thousandths: 210),
      Row(storefront: "LUX", thousandths: 170),
      Row(storefront: "LUX", from: start(2023, 1, 1), thousandths: 160),
      Row(storefront: "LUX", from: start(2024, 1, 1), thousandths: 170),
      Row(storefront: "MLT", thousandths: 180),
      Row(storefront: "NLD", thousandths: 210),
      Row(storefront: "POL", thousandths: 230),
      Row(storefront: "PRT", thousandths: 230),
      Row(storefront: "ROU", thousandths: 190),
      Row(storefront: "ROU", from: start(2025, 8, 1), thousandths: 210),
      Row(storefront: "SVK", thousandths: 200),
      Row(storefront: "SVK", from: start(2025, 1, 1), thousandths: 230),
      Row(storefront: "SVN", thousandths: 220),
      Row(storefront: "ESP", thousandths: 210),
      Row(storefront: "SWE", thousandths: 250),
      Row(storefront: "GBR", thousandths: 200),
      Row(storefront: "CHE", thousandths: 77),
      Row(storefront: "CHE", from: start(2024, 1, 1), thousandths: 81),
      Row(storefront: "NOR", thousandths: 250),
      Row(storefront: "ISL", thousandths: 240),
      Row(storefront: "AUS", thousandths: 100),
      Row(storefront: "NZL", thousandths: 150),
      Row(storefront: "JPN", thousandths: 80),
      Row(storefront: "JPN", from: start(2019, 10, 1), thousandths: 100),
      Row(storefront: "KOR", thousandths: 100),
      Row(storefront: "SGP", thousandths: 70),
      Row(storefront: "SGP", from: start(2023, 1, 1), thousandths: 80),
      Row(storefront: "SGP", from: start(2024, 1, 1), thousandths: 90),
      Row(storefront: "IND", thousandths: 180),
      Row(storefront: "ZAF", thousandths: 150),
      Row(storefront: "TUR", thousandths: 180),
      Row(storefront: "TUR", from: start(2023, 7, 10), thousandths: 200),
      Row(storefront: "ARE", thousandths: 50),
      Row(storefront: "SAU", thousandths: 50),
      Row(storefront: "SAU", from: start(2020, 7, 1), thousandths: 150),
      Row(storefront: "MEX", thousandths: 160),
      Row(storefront: "CHL", thousandths: 190),
      Row(storefront: "COL", thousandths: 190),
      Row(storefront: "TWN", thousandths: 50),
      Row(storefront: "RUS", thousandths: 200),
      Row(storefront: "UKR", thousandths: 200),
      Row(storefront: "MYS", thousandths: 60),
      Row(storefront: "MYS", from: start(2024, 3, 1), thousandths: 80),
      Row(storefront: "THA", thousandths: 70),
    ])

  /// Returns the first moment of a day, in UTC.
  private static func start(_ year: Int64, _ month: Int64, _ day: Int64) -> Instant {
    guard let date = CivilDate(year: year, month: month, day: day) else {
      preconditionFailure("\(year)-\(month)-\(day) is no day")
    }
    return date.start
  }
}
