import AppleReports
import Ledger
import Reports

/// The numbers of Apple's files about subscriptions of one app for some days.
struct AppleSubscriptions {
  private(set) var counts = SubscriptionCounts()
  /// The days of which there is a file, by kind.
  private(set) var days: [AppleReportKind: Set<CivilDate>] = [:]
  /// The products whose numbers at Apple are known.
  private(set) var products: Set<String> = []
  /// The products with numbers that no kept file assigns to one of several apps.
  private(set) var undivided: Set<String> = []

  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>, for request: ReportRequest,
    by reader: AppsOfProductsReader, _ shared: SharedState
  ) async throws -> AppleSubscriptions {
    var (found, numbered) = (AppleSubscriptions(), SubscriptionCounts())
    // Apple's number of the app by that of the product.
    var appleIDs: [String: String] = [:]
    try await files.each(.subscription, within: days) { report, period in
      guard case .subscription(let rows) = report.rows else { return }
      found.days[report.kind, default: []].insert(period.lowerBound)
      for row in rows {
        appleIDs[row.subscriptionAppleID] = row.appAppleID
        numbered.add(row, on: period.lowerBound, product: row.subscriptionAppleID)
      }
    }
    try await files.each(.subscriptionEvent, within: days) { report, period in
      guard case .subscriptionEvent(let rows) = report.rows, period.lowerBound == period.upperBound
      else { return }
      found.days[report.kind, default: []].insert(period.lowerBound)
      for row in rows {
        appleIDs[row.subscriptionAppleID] = row.appAppleID
        numbered.add(row, product: row.subscriptionAppleID)
      }
    }
    for (name, number) in numbered.otherEvents { found.counts.add(number, otherEvents: name) }
    var numbers = ReportedNumbers()
    for appleID in appleIDs.keys { numbers.add(subscription: appleID) }
    let apps = try await reader.read(
      files, of: .near(days), naming: numbers, for: request.app, in: request.environment,
      by: shared)
    found.add(numbered, appleIDs, by: apps)
    return found
  }

  /// Adds the numbers of the app and those of one of several apps.
  private mutating func add(
    _ numbered: SubscriptionCounts, _ appleIDs: [String: String], by apps: AppsOfProducts
  ) {
    for (key, number) in numbered.numbers {
      let assignment = apps.assignment(
        ofSubscription: key.product, in: appleIDs[key.product] ?? "")
      guard assignment != .other else { continue }
      let product = apps.product(numbered: key.product)
      if let product { products.insert(product) }
      counts.add(number, to: key.of(product ?? key.product))
      if assignment == .undivided, let product { undivided.insert(product) }
    }
  }
}

extension SubscriptionCounts.Key {
  fileprivate func of(_ product: String) -> SubscriptionCounts.Key {
    SubscriptionCounts.Key(day: day, product: product, storefront: storefront, count: count)
  }
}
