import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The workbooks of closed months.
struct KeptWorkbookTests {
  private func kept(
    _ name: ReportName, _ format: ReportFormat, _ period: ReportingPeriod, _ ledger: TestLedger
  ) async throws -> [UInt8]? {
    try await ReportService(pool: ledger.pool, log: ledger.log).kept(
      name, format.rawValue, of: period, TestLedger.bundleID, in: .production)
  }

  /// The purchase of 9.99 EUR is refunded after the close.
  @Test func `a closed month keeps its workbook, and what is learned later does not change it`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let period = try #require(ReportingPeriod("2025-01", by: .utc))
      _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
      let first = try #require(try await kept(.sales, .xlsx, period, ledger))
      let workbook = try ReadWorkbook(first)
      #expect(workbook.heading[1][0].contains(", closed, amounts in units of the currency"))
      let place = try #require(workbook.heading[2].firstIndex(of: "sales"))
      #expect(workbook.rows[3][place]?.content == "9.990")
      #expect(workbook.rows[3][place]?.isNumber == true)

      try await ledger.record([PaidMonths("3000").refund(at: Instant(day: "2025-01-20"))])
      try await ledger.project()
      #expect(try await kept(.sales, .xlsx, period, ledger) == first)
    }
  }

  @Test func `every kept report has a workbook beside its CSV`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let period = try #require(ReportingPeriod("2025-01", by: .utc))
      _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
      var names: [ReportName] = []
      for name in ReportName.allCases {
        let csv = try await kept(name, .csv, period, ledger)
        let workbook = try await kept(name, .xlsx, period, ledger)
        #expect((csv == nil) == (workbook == nil), "\(name)")
        if workbook != nil { names.append(name) }
      }
      #expect(names == ReportName.allCases.filter(\.specification.isKept))
    }
  }
}
