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
    let sku = shared.prices(of: app)?.sku
    var learner = TaxLearner()
    try await files.eachDayOfSales { _, rows in
      for row in rows where !others.contains(row.sku) {
        let itself = row.sku == sku ? ProductID(app.rawValue) : nil
        if let rate = Self.rate(of: row, itself == nil ? row.productType : .app, in: app, shared) {
          learner.add(row, of: itself, commission: rate.thousandths)
        }
      }
    }
    return learner.lesson()
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
