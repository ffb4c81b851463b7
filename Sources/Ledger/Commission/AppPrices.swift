/// The prices of an app as Apple's sales files tell them. No signed transaction tells the price or the
/// storefront of a purchase of the app itself.
package struct AppPrices: Hashable, Sendable {
  /// Consecutive Pacific days with one price in one storefront.
  package struct Row: Hashable, Sendable, Codable {
    /// The App Store by Apple's three-letter code.
    package let storefront: String
    package let currency: String
    /// The price with tax in milliunits of `currency`.
    package let price: Int64
    package let firstDay: CivilDate
    package let lastDay: CivilDate

    package init(
      storefront: String, currency: String, price: Int64, firstDay: CivilDate, lastDay: CivilDate
    ) {
      self.storefront = storefront
      self.currency = currency
      self.price = price
      self.firstDay = firstDay
      self.lastDay = lastDay
    }

    func contains(_ day: CivilDate) -> Bool { firstDay <= day && day <= lastDay }
  }

  /// The largest price in milliunits, as of Apple's signed transactions.
  package static let priceMax: Int64 = 1_000_000_000_000_000

  /// The app's SKU in Apple's files.
  package let sku: String
  package let rows: [Row]

  package init(sku: String, rows: [Row]) {
    self.sku = sku
    self.rows = rows
  }

  package init(_ published: PricesPublished) {
    self.init(sku: published.sku, rows: published.rows)
  }

  /// Returns the row of the Pacific day of a moment; nil if the price of that day was not told. Of two
  /// such rows the last one holds.
  package func row(at moment: Instant) -> Row? {
    let day = PacificTime.day(of: moment)
    return rows.last { $0.contains(day) }
  }
}
