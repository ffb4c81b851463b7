import AppleReports
import Ledger
import Reports

/// The figures of Apple's files about one app for some days.
struct AppleFigures {
  /// The sums of the daily files.
  private(set) var sold: [Sold.Key: Sold] = [:]
  private(set) var days = ToldDays()
  /// The sales that no kept file assigns to one of several apps. They are in no sum.
  private(set) var undivided: Set<Sold.Key> = []
  /// The numbers that the files of this fiscal month tell; nil if there is none.
  private(set) var settled: SettledProceeds?

  /// The kinds of settled files, the preferred one first.
  static let settledKinds: [AppleReportKind] = [.financeDetail, .financial]

  /// - Parameter shared: the published prices, which name the app itself.
  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>, for request: ReportRequest,
    by reader: AppsOfProductsReader, _ shared: SharedState
  ) async throws -> AppleFigures {
    let subscribers = try await SubscriberDays.read(files, of: days)
    let report = try await settledReport(files, of: days)
    var numbers = ReportedNumbers()
    for row in subscribers.rows { numbers.add(subscription: row.subscriptionAppleID) }
    if let report { numbers.add(report) }
    let apps = try await reader.read(
      files, of: .all(days), naming: numbers, for: request.app, in: request.environment, by: shared)
    var figures = AppleFigures()
    var (sums, undivided) = (SoldSums(), SoldSums())
    try await files.eachDayOfSales(within: days) { day, rows in
      figures.days.all.insert(day)
      for row in rows {
        switch apps.assignment(of: row) {
        case .own: sums.add(row, of: apps.product(row.sku))
        case .undivided: undivided.add(row)
        case .other: break
        }
      }
    }
    figures.days.subscriptions = subscribers.add(to: &sums, leaving: &undivided, by: apps)
    figures.sold = sums.sold
    figures.undivided = Set(undivided.sold.keys)
    figures.settled = report.flatMap { SettledProceeds($0, by: apps) }
    return figures
  }

  /// Returns the file of the fiscal month of these days; nil if there is none.
  private static func settledReport(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>
  ) async throws -> AppleReport? {
    for kind in settledKinds {
      if let file = try await files.newest(kind, within: days)[days] {
        return try await files.report(file)
      }
    }
    return nil
  }
}
