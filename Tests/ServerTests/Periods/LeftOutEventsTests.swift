import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The books of a month that was closed by force while an event could not be read, with figures worked out by hand.
///
/// A month of 9.99 EUR begins on 2025-01-10, thirty days long. It holds a tax of 1,595, and Apple keeps 30 % of
/// the rest: 2,519. At the end of January 22 of its days are earned: 7,326.
struct LeftOutEventsTests {
  private func report(
    _ name: ReportName, of month: String, in ledger: TestLedger
  ) async throws -> [[String: Int128]] {
    let period = try #require(ReportingPeriod(month, by: .utc))
    var request = ReportRequest(name, of: TestLedger.bundleID)
    (request.from, request.to, request.dimensions) = (period.from, period.to, [])
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return report.rows.map { row in
      zip(report.columns, row).reduce(into: [:]) { figures, cell in
        switch cell.1 {
        case .money(let amount?) where amount != 0: figures[cell.0] = amount
        case .number(let count) where count != 0: figures[cell.0] = Int128(count)
        case .money, .number, .measure, .decimal, .balance, .text: break
        }
      }
    }
  }

  private func postings(of month: String, in ledger: TestLedger) async throws -> [String] {
    let period = try #require(ReportingPeriod(month, by: .utc))
    var request = ReportRequest(.journal, of: TestLedger.bundleID)
    (request.from, request.to) = (period.from, period.to)
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return report.rows.compactMap { row in
      guard case .text(let day?) = row[0], case .text(let entry?) = row[1],
        case .text(let account?) = row[5], case .money(let amount?) = row[6]
      else { return nil }
      return "\(day) \(entry) \(account) \(amount)"
    }.sorted()
  }

  private func close(_ month: String, _ ledger: TestLedger) async throws {
    let period = try #require(ReportingPeriod(month, by: .utc))
    _ = try await ledger.close(period, by: "ada", forcedBecause: "it is late")
  }

  /// Runs the body with a ledger that closed January without a charge, which could be read afterwards.
  private func withLateReading(
    _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.script("alter table journal_entry add constraint poison check (false)")
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      try await close("2025-01", ledger)
      try await ledger.script("alter table journal_entry drop constraint poison")
      #expect(try await ledger.projection(.commission).retryDeadLetters() > 0)
      try await body(ledger)
    }
  }

  @Test func `the money is booked on the first open day, once`() async throws {
    try await withLateReading { ledger in
      #expect(try await report(.sales, of: "2025-01", in: ledger).isEmpty)
      #expect(
        try await report(.sales, of: "2025-02", in: ledger)
          == [["charges": 1, "sales": 9_990, "net": 9_990, "adjustments": 9_990]])
      #expect(
        try await report(.deferredRevenue, of: "2025-02", in: ledger)
          == [["billed": 9_990, "recognized": 9_990]])
      try await close("2025-02", ledger)
      for name in [ReportName.sales, .proceeds, .commission, .deferredRevenue] {
        #expect(try await report(name, of: "2025-03", in: ledger).isEmpty, "\(name)")
      }
    }
  }

  @Test func `every account of the journal has it`() async throws {
    try await withLateReading { ledger in
      let booked = try await postings(of: "2025-02", in: ledger)
      #expect(
        booked == [
          "2025-02-01 charge commission 2519", "2025-02-01 charge deferredRevenue -9990",
          "2025-02-01 charge receivable 5876", "2025-02-01 charge tax 1595",
          "2025-02-28 recognition deferredRevenue 9990", "2025-02-28 recognition revenue -9990",
        ])
    }
  }
}
