import Foundation
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The files of subscribers in place of missing sales files, with figures worked out by hand: months of 9.99
/// EUR, of which 1,595 milliunits are tax and 2,519 Apple's commission, begin on 2025-01-09 and 02-08 in
/// California.
struct SubscriberFileTests {
  /// A purchase of gems for 1.19 EUR on 2025-01-09 in California.
  private static var gems: LedgerEvent {
    var purchase = Purchase(
      productID: "com.example.gems", type: .consumable, purchaseDate: Instant(day: "2025-01-10"))
    (purchase.price, purchase.currency, purchase.storefront) = (1_190, "EUR", "DEU")
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: ChainID(.production, "9000"),
          transactionID: "9000", purchase: purchase, expiresDate: .absent, isUpgraded: nil,
          revocation: .absent, trust: .signed, assertedAt: Instant(day: "2025-01-10"))))
  }

  /// Returns the differences of January 2025 as texts.
  private func bridge(
    _ files: [String], adding events: [LedgerEvent] = []
  ) async throws -> [String] {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2) + events)
      try await ledger.project()
      for (number, file) in files.enumerated() {
        _ = try await ledger.keep(Array(file.utf8), named: "\(number).txt")
      }
      let period = try #require(ReportingPeriod("2025-01", by: .pacific))
      var request = ReportRequest(.reconciliation, of: TestLedger.bundleID)
      (request.from, request.to, request.calendar) = (period.from, period.to, period.calendar)
      let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
      return report.rows.map { row in row.map(\.text).joined(separator: " ") }
        .filter { !$0.hasPrefix("the ledger") && !$0.hasPrefix("Apple's sales files") }
    }
  }

  @Test func `a day without a sales file is compared with its subscribers`() async throws {
    let february = DailyFile.sales("02/08/2025")
    #expect(try await bridge([february, DailyFile.subscribers("2025-01-09")]) == [])
    #expect(
      try await bridge([
        february, DailyFile.subscribers("2025-01-09", proceeds: "6.464", price: "10.99"),
      ]) == [
        "another price 2025-01-09 com.example.month DEU sale - 10990 1 EUR 1000 EUR 588"
      ])
    #expect(
      try await bridge([
        february,
        DailyFile.subscribers("2025-01-09", proceeds: "7.136", reason: "Rate After One Year"),
      ]) == ["another rate 2025-01-09 com.example.month DEU sale - 9990 1 EUR 0 EUR 1260"])
  }

  /// The sales file has the unit as a renewal, the file of subscribers does not tell.
  @Test func `a sales file goes before the subscribers of its day`() async throws {
    let found = try await bridge([
      DailyFile.sales("01/09/2025", units: 2), DailyFile.subscribers("2025-01-09"),
    ])
    #expect(
      found == ["another amount 2025-01-09 com.example.month DEU sale New 9990 1 EUR 9990 EUR 5876"]
    )
  }

  @Test func `a file whose products no sales file names is not compared`() async throws {
    let found = try await bridge([DailyFile.subscribers("2025-01-09", price: "10.99")])
    #expect(
      found == [
        "no file of Apple's 2025-01-09 com.example.month DEU sale - - - EUR -9990 EUR -5876"
      ])
  }

  @Test func `what is no subscription has no file on such a day`() async throws {
    let found = try await bridge(
      [DailyFile.sales("02/08/2025"), DailyFile.subscribers("2025-01-09")],
      adding: [Self.gems])
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("no file of Apple's 2025-01-09 com.example.gems") == true)
  }

  /// 1,595, 2,519 and 5,876 milliunits go back on 2025-01-19 in California.
  @Test func `a refund is of its own day`() async throws {
    let refund = PaidMonths("3000").refund(at: Instant(day: "2025-01-20"))
    let files = [
      DailyFile.sales("02/08/2025"), DailyFile.subscribers("2025-01-09"),
      DailyFile.subscribers("2025-01-19", refunding: "2025-01-09"),
    ]
    #expect(try await bridge(files, adding: [refund]) == [])
    #expect(
      try await bridge(Array(files.prefix(2)), adding: [refund]) == [
        "no file of Apple's 2025-01-19 com.example.month DEU refund - - - EUR 9990 EUR 5876"
      ])
  }
}
