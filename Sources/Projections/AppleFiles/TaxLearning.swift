package import AppleReports
package import EventStore
package import Ledger
package import Postgres

/// The reading of the taxes in an app's prices from the kept sales files of Apple's.
package struct TaxLearning: Sendable {
  private let files: AppleFileStore
  private let products: JournalProducts

  package init(pool: Pool, log: EventLog) {
    files = AppleFileStore(pool)
    products = JournalProducts(pool: pool, log: log)
  }

  /// Reads every daily sales file, without the products of other apps of the ledger.
  ///
  /// - Parameter shared: the terms and programs by which Apple's commission is known.
  package func lesson(of app: BundleID, by shared: SharedState) async throws -> TaxLearner.Lesson {
    let others = try await products.elsewhere(than: app, in: .production)
    var learner = TaxLearner()
    try await files.each(.sales, within: AppleFileStore.allDays) { report, days in
      guard case .sales(let rows) = report.rows, days.lowerBound == days.upperBound else { return }
      for row in rows where !others.contains(row.sku) {
        if let rate = Self.rate(of: row, in: app, shared) {
          learner.add(row, commission: rate.thousandths)
        }
      }
    }
    return learner.lesson()
  }

  /// Returns the rate that the terms have for a row; nil if they have none, or the file's reason is not
  /// known.
  private static func rate(
    of row: SalesRow, in app: BundleID, _ shared: SharedState
  ) -> CommissionRate? {
    guard let rate = row.rate else { return nil }
    let charge = Charge(
      chargedAt: PacificTime.start(of: row.period.lowerBound), productID: ProductID(row.sku),
      productType: row.productType, subscriptionGroupID: nil, storefront: row.storefront,
      price: row.customerPrice.milliunits, currency: row.customerCurrency)
    return Commission.rate(
      of: charge, in: app, environment: .production, isAfterAYear: rate == .afterOneYear,
      shared: shared)
  }
}

extension SalesRow {
  /// The type of the product. Files do not tell a consumable from another purchase that is made once.
  fileprivate var productType: ProductType {
    switch productTypeIdentifier.prefix(3) {
    case "IAY": .autoRenewable
    case "IA9": .nonRenewing
    default: .consumable
    }
  }
}
