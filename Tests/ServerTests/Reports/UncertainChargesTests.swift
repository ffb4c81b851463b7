import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The list of uncertain charges beside Apple's sales files. Each customer pays for 362 days and then
/// renews: Apple may or may not have counted a year.
struct UncertainChargesTests {
  private static let service: Int64 = 362 * 86_400

  /// Returns both charges of a customer; the second one is a renewal.
  private static func events(
    _ chain: OriginalTransactionID, of customer: AppTransactionID? = nil, from start: Instant,
    price: Int64, service: Int64 = service
  ) throws -> [LedgerEvent] {
    var months = PaidMonths(chain, of: customer)
    (months.start, months.price) = (start, price)
    let renewed = start + .seconds(service)
    return try months.events(2).enumerated().map { index, event in
      guard case .chain(.transactionObserved(let fact)) = event else {
        throw Failure("the event is no transaction")
      }
      var purchase = fact.purchase
      if index == 1 {
        purchase.reason = "RENEWAL"
        purchase.purchaseDate = renewed
      }
      let end = index == 0 ? renewed : renewed + .seconds(30 * 86_400)
      return .chain(
        .transactionObserved(
          TransactionFact(
            chain: fact.chain, transactionID: fact.transactionID,
            purchase: purchase, expiresDate: .present(end), isUpgraded: false,
            revocation: fact.revocation, trust: .signed, assertedAt: purchase.purchaseDate)))
    }
  }

  /// A daily file of 6 January 2026: a renewal at 9.99 EUR and one at 10.99 EUR after a year.
  private static let file = [
    [
      "SKU", "Product Type Identifier", "Units", "Developer Proceeds", "Begin Date", "End Date",
      "Customer Currency", "Country Code", "Currency of Proceeds", "Apple Identifier",
      "Customer Price", "Parent Identifier", "Subscription", "Period", "Proceeds Reason",
      "Preserved Pricing",
    ],
    row("9.99", "5.876", ""), row("10.99", "7.850", "Rate After One Year"),
  ].map { $0.joined(separator: "\t") + "\n" }.joined()

  private static func row(_ price: String, _ proceeds: String, _ reason: String) -> [String] {
    [
      "com.example.month", "IAY", "1", proceeds, "01/06/2026", "01/06/2026", "EUR", "DE", "EUR",
      "1500000001", price, "game", "Renewal", "1 Month", reason, "",
    ]
  }

  /// Returns the list of January 2026 as texts.
  private static func list(_ events: [LedgerEvent]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "apple-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in the temporary folder
    try Data(file.utf8).write(to: folder.appending(path: "day.txt"))
    return try await TestLedger.with { ledger in
      try await ledger.record(events)
      try await ledger.project()
      _ = try await ledger.appleFiles.run(folder: folder.path, recordingFor: nil)
      try await ledger.project()
      let period = try #require(ReportingPeriod("2026-01", by: .pacific))
      var request = ReportRequest(.reconciliation, of: TestLedger.bundleID)
      (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
      request.list = .uncertain
      let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
      #expect(report.rows.allSatisfy { $0.count == report.columns.count })
      return report.rows.map { row in row.map(\.text).joined(separator: " ") }
    }
  }

  /// 362 days after 2025-01-10 is midnight in UTC on 2026-01-07, the 6th in California.
  private static let start = Instant(day: "2025-01-10")
  private static let month = "com.example.month DEU Renewal"

  @Test func `each uncertain charge is confirmed, refuted or undetermined`() async throws {
    let rows = try await Self.list(
      Self.events("3000", from: Self.start, price: 9_990)
        + Self.events("4000", from: Self.start, price: 10_990)
        + Self.events("5000", from: Self.start + .seconds(2 * 86_400), price: 9_990)
        // 366 days are a year without doubt.
        + Self.events("6000", from: Self.start, price: 9_990, service: 366 * 86_400))
    #expect(
      rows == [
        "2026-01-06 3000101 3000 - \(Self.month) 9990 EUR 0.30 firstYear standard confirmed -",
        "2026-01-06 4000101 4000 - \(Self.month) 10990 EUR 0.30 firstYear Rate After One Year "
          + "refuted -",
        "2026-01-08 5000101 5000 - \(Self.month) 9990 EUR 0.30 firstYear - undetermined "
          + "no file of Apple's",
      ])
  }

  /// The months of 2023 lapsed before the second chain began; both chains are counted together.
  @Test func `a customer of two chains is listed as any other`() async throws {
    var earlier = PaidMonths("2000", of: "900")
    earlier.start = Instant(day: "2023-01-10")
    let rows = try await Self.list(
      earlier.events(2) + Self.events("3000", of: "900", from: Self.start, price: 9_990)
        + Self.events("4000", from: Self.start, price: 10_990))
    #expect(
      rows == [
        "2026-01-06 3000101 3000 - \(Self.month) 9990 EUR 0.30 firstYear standard confirmed -",
        "2026-01-06 4000101 4000 - \(Self.month) 10990 EUR 0.30 firstYear Rate After One Year "
          + "refuted -",
      ])
  }

  /// Apple's file has one renewal of the two at 9.99 EUR, so that the numbers differ.
  @Test func `another number of units determines nothing`() async throws {
    let rows = try await Self.list(
      Self.events("3000", from: Self.start, price: 9_990)
        + Self.events("5000", from: Self.start, price: 9_990))
    #expect(
      rows
        == ["3000", "5000"].map {
          "2026-01-06 \($0)101 \($0) - \(Self.month) 9990 EUR 0.30 firstYear - undetermined "
            + "another number of units"
        })
  }
}
