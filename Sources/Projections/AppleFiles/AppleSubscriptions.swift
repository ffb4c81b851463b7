import AppleReports
import Ledger

/// The numbers of Apple's files about subscriptions for some days.
struct AppleSubscriptions {
  private(set) var counts = SubscriptionCounts()
  /// The days of which there is a file, by kind.
  private(set) var days: [AppleReportKind: Set<CivilDate>] = [:]
  /// The products whose numbers at Apple are known.
  private(set) var products: Set<String> = []

  /// - Parameter others: products of other apps, which are left out.
  static func read(
    _ files: AppleFileStore, of days: ClosedRange<CivilDate>, without others: Set<String>
  ) async throws -> AppleSubscriptions {
    var (found, numbered) = (AppleSubscriptions(), SubscriptionCounts())
    try await files.each(.subscription, within: days) { report, period in
      guard case .subscription(let rows) = report.rows else { return }
      found.days[report.kind, default: []].insert(period.lowerBound)
      for row in rows {
        numbered.add(row, on: period.lowerBound, product: row.subscriptionAppleID)
      }
    }
    try await files.each(.subscriptionEvent, within: days) { report, period in
      guard case .subscriptionEvent(let rows) = report.rows, period.lowerBound == period.upperBound
      else { return }
      found.days[report.kind, default: []].insert(period.lowerBound)
      for row in rows { numbered.add(row, product: row.subscriptionAppleID) }
    }
    for (name, number) in numbered.otherEvents { found.counts.add(number, otherEvents: name) }
    let numbers = Set(numbered.numbers.keys.map(\.product))
    let products = try await ProductNumbers.read(files, of: numbers, until: days.upperBound)
      .products
    for (key, number) in numbered.numbers {
      let product = products[key.product] ?? key.product
      if !others.contains(product) { found.counts.add(number, to: key.of(product)) }
    }
    found.products = Set(products.values)
    return found
  }
}

extension SubscriptionCounts.Key {
  fileprivate func of(_ product: String) -> SubscriptionCounts.Key {
    SubscriptionCounts.Key(day: day, product: product, storefront: storefront, count: count)
  }
}
