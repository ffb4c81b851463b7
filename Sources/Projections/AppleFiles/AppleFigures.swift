import AppleReports
import Ledger

/// The figures of Apple's files for some days.
struct AppleFigures {
  /// The sums of the daily files, without the products of other apps.
  private(set) var sold: [Sold.Key: Sold] = [:]
  private(set) var days = ToldDays()
  /// The settled proceeds in milliunits by currency, of files whose fiscal month is these days; nil if
  /// there is none.
  private(set) var settled: [String: Int128]?

  /// The kinds of settled files, the preferred one first.
  static let settledKinds: [AppleReportKind] = [.financeDetail, .financial]

  /// - Parameter names: the ledger's names of products, by Apple's SKU where that is another one.
  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>, without others: Set<String>,
    naming names: [String: String]
  ) async throws -> AppleFigures {
    var (figures, sums) = (AppleFigures(), SoldSums())
    try await files.eachDayOfSales(within: days) { day, rows in
      figures.days.all.insert(day)
      for row in rows where !others.contains(row.sku) { sums.add(row, of: names[row.sku]) }
    }
    let subscribers = try await SubscriberDays.read(files, of: days, besides: figures.days.all)
    figures.days.subscriptions = subscribers.days
    for (row, product) in subscribers.rows where !others.contains(product) {
      sums.add(row, of: product)
    }
    figures.sold = sums.sold
    for kind in settledKinds where figures.settled == nil {
      try await files.each(kind, within: days) { report, period in
        if period == days {
          figures.settled =
            SettledProceeds(report) { sku in
              others.contains(sku) ? nil : names[sku, default: sku]
            }?.milliunitsByCurrency
        }
      }
    }
    return figures
  }
}
