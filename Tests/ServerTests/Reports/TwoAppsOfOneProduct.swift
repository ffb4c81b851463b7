import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// Two apps with one product id in a ledger, and Apple's files about both.
///
/// On 2025-01-10 app one sells two packs of gems in the USA and app two one, for 0.99 USD, of which 0.297 are
/// Apple's commission.
enum TwoAppsOfOneProduct {
  static let one = TestLedger.bundleID
  static let two: BundleID = "com.example.other"
  /// Apple's numbers of both apps.
  static let appleIDs: [BundleID: Int64] = [one: 1_400_000_001, two: 1_400_000_002]
  static let undivided =
    "not divided among apps: import SALES files and give each app's appAppleId"

  static func gems(
    _ id: String, of app: BundleID, product: ProductID = "gems"
  ) throws -> LedgerEvent {
    let date = try #require(Instant("2025-01-10T12:00:00Z"))
    var purchase = Purchase(productID: product, type: .consumable, purchaseDate: date)
    (purchase.price, purchase.currency, purchase.storefront) = (990, "USD", "USA")
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(app, .production, OriginalTransactionID(id)),
          transactionID: TransactionID(id), purchase: purchase, expiresDate: .absent,
          isUpgraded: nil, revocation: .absent, trust: .signed, assertedAt: date)))
  }

  /// The three sales of gems.
  static func sales() throws -> [LedgerEvent] {
    try [gems("1", of: one), gems("2", of: one), gems("3", of: two)]
  }

  /// Lends a ledger with these events.
  static func with(
    _ events: [LedgerEvent], _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(events)
      try await ledger.project()
      try await body(ledger)
    }
  }

  /// Returns the rows of a sales file about packs of gems, of an app with this SKU.
  static func gems(
    in sku: String, _ appleID: String, units: Int, on date: String = "01/10/2025",
    product: String = "gems"
  ) -> DailyFile.Cells {
    DailyFile.sale(
      date, of: product, "IA1", appleID, units: units, proceeds: "0.69", price: "0.99", parent: sku,
      in: "US", "USD")
  }

  /// The rows about gems: two of app one and one of app two.
  static let gems = [
    gems(in: "one", "1500000001", units: 2), gems(in: "two", "1500000002", units: 1),
  ]

  /// Returns the rows of free downloads of both apps.
  static func downloads(on date: String = "01/10/2025") -> [DailyFile.Cells] {
    [("one", "1400000001"), ("two", "1400000002")].map { sku, appleID in
      DailyFile.sale(
        date, of: sku, "1F", appleID, units: 7, proceeds: "0", price: "0", in: "US", "USD")
    }
  }

  /// Returns a report of January 2025, or of another Pacific or fiscal month, as texts.
  static func report(
    _ name: ReportName = .reconciliation, of app: BundleID, in month: String = "2025-01",
    by calendar: ReportingPeriod.Calendar = .pacific, knowing appleIDs: [BundleID: Int64] = [:],
    _ ledger: TestLedger, asking change: (inout ReportRequest) -> Void = { _ in }
  ) async throws -> [String] {
    let period = try #require(ReportingPeriod(month, by: calendar))
    var request = ReportRequest(name, of: app)
    (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
    change(&request)
    let service = ReportService(pool: ledger.pool, log: ledger.log, appleIDs: appleIDs)
    let report = try await service.report(request)
    #expect(report.rows.allSatisfy { $0.count == report.columns.count })
    return report.rows.map { row in row.map(\.text).joined(separator: " ") }
  }
}

extension LedgerEvent {
  /// Returns a transaction as one of another app.
  func moved(to app: BundleID) -> LedgerEvent {
    guard case .chain(.transactionObserved(let fact)) = self else { return self }
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(app, fact.chain.environment, fact.chain.originalTransactionID),
          transactionID: fact.transactionID, purchase: fact.purchase,
          expiresDate: fact.expiresDate, isUpgraded: fact.isUpgraded, revocation: fact.revocation,
          trust: .signed, assertedAt: fact.assertion.assertedAt)))
  }
}
