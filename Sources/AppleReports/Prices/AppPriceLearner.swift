package import Ledger

/// A learner of the prices of an app itself from Apple's daily sales files.
///
/// The purchase of an app is signed without price and storefront. A Pacific day tells its price if all
/// downloads of the day have one price in one storefront; otherwise nothing tells which purchase had which.
package struct AppPriceLearner {
  /// A day on which somebody paid, with downloads at several prices or in several storefronts.
  package struct Ambiguous: Hashable, Sendable {
    package let day: CivilDate
    /// The number of downloads, free ones included.
    package let units: Int64
  }

  /// The prices that the files tell, and the days that tell none.
  package struct Lesson: Hashable, Sendable {
    /// The prices to publish; nil if no file has a download of the app.
    package let prices: AppPrices?
    package let ambiguous: [Ambiguous]
    /// The number of paid downloads that were read.
    package let units: Int64
  }

  private struct Told: Hashable {
    let storefront: String
    let currency: String
    let price: ExactDecimal

    /// Returns nil for a price that no purchase of Apple's can have.
    func row(on day: CivilDate) -> AppPrices.Row? {
      guard let milliunits = price.milliunits, (1...AppPrices.priceMax).contains(milliunits) else {
        return nil
      }
      return AppPrices.Row(
        storefront: storefront, currency: currency, price: milliunits, firstDay: day, lastDay: day)
    }
  }

  private struct Day {
    var told: Set<Told> = []
    var units: Int64 = 0

    var isPaid: Bool { told.contains { !$0.price.isZero } }
  }

  /// Apple's codes for first downloads of an app: universal, for the iPad, and for the Mac. Others are
  /// downloads again, updates, and apps in a bundle.
  private static let downloads: Set<String> = ["1", "1F", "1T", "F1"]

  private let appleID: String
  private var days: [CivilDate: Day] = [:]
  private var units: Int64 = 0
  /// The SKU on the latest day.
  private var sku: (day: CivilDate, text: String)?

  /// - Parameter appleID: Apple's number of the app.
  package init(appleID: Int64) {
    self.appleID = String(appleID)
  }

  /// Reads a row of one day. Rows of other products are left out, and so are refunds, which have the price
  /// of the day of purchase.
  package mutating func add(_ row: SalesRow) {
    guard row.appleIdentifier == appleID, row.parentIdentifier.isEmpty,
      Self.downloads.contains(row.productTypeIdentifier), row.units > 0
    else { return }
    let day = row.period.lowerBound
    if sku.map({ $0.day <= day }) ?? true { sku = (day, row.sku) }
    if !row.customerPrice.isZero { units += row.units }
    days[day, default: Day()].units += row.units
    days[day]?.told.insert(
      Told(
        storefront: row.storefront, currency: row.customerCurrency, price: row.customerPrice))
  }

  package func lesson() -> Lesson {
    var (rows, ambiguous): ([AppPrices.Row], [Ambiguous]) = ([], [])
    for (date, day) in days.sorted(by: { $0.key < $1.key }) where day.isPaid {
      guard day.told.count == 1, let row = day.told.first?.row(on: date) else {
        ambiguous.append(Ambiguous(day: date, units: day.units))
        continue
      }
      if let longer = rows.last?.extended(by: row) {
        rows[rows.count - 1] = longer
      } else {
        rows.append(row)
      }
    }
    return Lesson(
      prices: sku.map { AppPrices(sku: $0.text, rows: rows) }, ambiguous: ambiguous, units: units)
  }
}

extension AppPrices.Row {
  /// Returns the row with the days of the next one; nil if that does not follow at once with the same price.
  fileprivate func extended(by next: AppPrices.Row) -> AppPrices.Row? {
    guard lastDay.daysSince1970 + 1 == next.firstDay.daysSince1970,
      (storefront, currency, price) == (next.storefront, next.currency, next.price)
    else { return nil }
    return AppPrices.Row(
      storefront: storefront, currency: currency, price: price, firstDay: firstDay,
      lastDay: next.lastDay)
  }
}
