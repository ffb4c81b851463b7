import Foundation
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// Taxes that Apple's files tell, with figures worked out by hand: months of 9.99 EUR begin on 2025-01-10
/// and 02-09 in UTC, a day earlier in California. With the table's 19 % they hold 1,595 milliunits of tax and
/// have 2,519 of commission; with 7 % 654 and 2,801, so that Apple pays 6.535.
struct TaxPublishingTests {
  private func with(
    proceeds: String, _ body: @escaping @Sendable (TestLedger, TaxPublishing) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      try await ledger.project()
      for day in ["01/09/2025", "02/08/2025"] {
        _ = try await ledger.keep(
          Array(DailyFile.sales(day, proceeds: proceeds).utf8), named: "sales.txt")
      }
      let taxes = TaxPublishing(
        TaxLearning(pool: ledger.pool, log: ledger.log), log: ledger.log,
        decisions: ledger.intake.commission)
      try await body(ledger, taxes)
    }
  }

  /// Returns the amounts of proceeds of a month: net, tax, commission, proceeds and adjustments.
  private func proceeds(of month: String, _ ledger: TestLedger) async throws -> [String] {
    let period = try #require(ReportingPeriod(month, by: .utc))
    var request = ReportRequest(.proceeds, of: TestLedger.bundleID)
    (request.from, request.to, request.dimensions) = (period.from, period.to, [])
    let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
    return report.rows.first?.dropFirst().prefix(5).map(\.text) ?? []
  }

  /// The late difference of January is 941 of tax and -282 of commission, so that 659 more are due.
  @Test func `a published tax adjusts the charges, and a closed month stays`() async throws {
    try await with(proceeds: "6.54") { ledger, taxes in
      let january = try #require(ReportingPeriod("2025-01", by: .utc))
      _ = try await ledger.close(january, by: "ada", forcedBecause: nil)
      #expect(
        try await taxes.learn(TestLedger.bundleID, publishingBy: nil).lines == [
          "com.example.month in DEU from 2025-01-09: tax 0.07 instead of 0.19, by 2 units",
          "Publish them by --by NAME.",
        ])
      try await ledger.project()
      #expect(
        try await proceeds(of: "2025-02", ledger) == ["9990", "1595", "2519", "5876", "0"])
      let published = try await taxes.learn(TestLedger.bundleID, publishingBy: "ada")
      #expect(published.lines.last == "These taxes are in force.")
      try await ledger.project()
      #expect(
        try await proceeds(of: "2025-01", ledger) == ["9990", "1595", "2519", "5876", "0"])
      #expect(
        try await proceeds(of: "2025-02", ledger) == ["9990", "-287", "3083", "7194", "0"])
    }
  }

  @Test func `the same taxes are published once`() async throws {
    try await with(proceeds: "6.54") { ledger, taxes in
      _ = try await taxes.learn(TestLedger.bundleID, publishingBy: "ada")
      let events = try await ledger.eventCount()
      let again = try await taxes.learn(TestLedger.bundleID, publishingBy: "ben")
      #expect(again.isInForce)
      #expect(try await ledger.eventCount() == events)
      try await ledger.project()
      #expect(
        try await proceeds(of: "2025-01", ledger) == ["9990", "654", "2801", "6535", "0"])
    }
  }

  @Test func `proceeds that the table explains change nothing`() async throws {
    try await with(proceeds: "5.88") { ledger, taxes in
      let events = try await ledger.eventCount()
      let lesson = try await taxes.learn(TestLedger.bundleID, publishingBy: "ada")
      #expect(lesson.lines == ["The taxes of the table explain the proceeds of all 2 units."])
      #expect(try await ledger.eventCount() == events)
    }
  }

  /// At 30 % Apple pays at most 6.99 of 9.99 EUR.
  @Test func `nothing is published while the terms have another commission`() async throws {
    try await with(proceeds: "7.14") { ledger, taxes in
      let events = try await ledger.eventCount()
      let failure = await #expect(throws: Failure.self) {
        _ = try await taxes.learn(TestLedger.bundleID, publishingBy: "ada")
      }
      #expect(
        failure?.description.contains(
          "com.example.month in DEU on 2025-01-09: of 9.99 EUR Apple paid 7.14, which no tax explains at a "
            + "commission of 0.3") == true)
      #expect(try await ledger.eventCount() == events)
      _ = try await ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2024-01-01"), until: nil)
      let lesson = try await taxes.learn(TestLedger.bundleID, publishingBy: "ada")
      #expect(lesson.lines == ["The taxes of the table explain the proceeds of all 2 units."])
    }
  }
}
