package import AppleReports
package import EventStore
package import Ledger
package import Postgres

/// The reading of the taxes in an app's prices from the kept sales files of Apple's.
package struct TaxLearning: Sendable {
  private let files: AppleFileStore
  private let apps: AppsOfProductsReader

  /// - Parameter appleIDs: Apple's numbers of the configured apps, as far as they are known.
  package init(pool: Pool, log: EventLog, appleIDs: [BundleID: Int64] = [:]) {
    files = AppleFileStore(pool)
    apps = AppsOfProductsReader(pool: pool, log: log, appleIDs: appleIDs)
  }

  /// Reads every daily sales file, without the rows of other apps. Returns the lesson, and the products with
  /// rows that no kept file assigns to one of several apps.
  ///
  /// - Parameter shared: the terms and programs by which Apple's commission is known.
  package func lesson(
    of app: BundleID, by shared: SharedState
  ) async throws -> (lesson: TaxLearner.Lesson, undivided: Set<ProductID>) {
    let apps = try await apps.read(
      files, of: .all(AppleFileStore.allDays), for: app, in: .production, by: shared)
    let sku = shared.prices(of: app)?.sku
    var (learner, undivided) = (TaxLearner(), Set<ProductID>())
    try await files.eachDayOfSales { _, rows in
      for row in rows {
        switch apps.assignment(of: row) {
        case .own:
          let itself = row.sku == sku ? ProductID(app.rawValue) : nil
          if let rate = Self.rate(of: row, itself == nil ? row.productType : .app, in: app, shared)
          {
            learner.add(row, of: itself, commission: rate.thousandths)
          }
        case .undivided: undivided.insert(ProductID(row.sku))
        case .other: break
        }
      }
    }
    return (learner.lesson(), undivided)
  }

  /// Returns the rate that the terms have for a row; nil if they have none, or the file's reason is not
  /// known.
  private static func rate(
    of row: SalesRow, _ type: ProductType, in app: BundleID, _ shared: SharedState
  ) -> CommissionRate? {
    guard let rate = row.rate else { return nil }
    let charge = Charge(
      chargedAt: PacificTime.start(of: row.period.lowerBound), productID: ProductID(row.sku),
      productType: type, subscriptionGroupID: nil, storefront: row.storefront,
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
