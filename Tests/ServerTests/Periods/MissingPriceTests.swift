import Ledger
import Projections
import Reconciliation
import Reports
import TestSupport
import Testing

@testable import Server

/// A month of 9.99 EUR from 2025-01-10 that Apple signs without its price, and with it on 2025-02-03.
struct MissingPriceTests {
  private static var withoutPrice: PaidMonths {
    var months = PaidMonths("3000")
    months.price = nil
    return months
  }

  private func tellPrice(_ ledger: TestLedger) async throws {
    let told = PaidMonths("3000").events(1).map { event -> LedgerEvent in
      guard case .chain(.transactionObserved(let fact)) = event else { return event }
      return .chain(.transactionObserved(fact.asserted(at: Instant(day: "2025-02-03"))))
    }
    try await ledger.record(told)
    try await ledger.project()
  }

  private func january() throws -> ReportingPeriod {
    try #require(ReportingPeriod("2025-01", by: .utc))
  }

  private func sales(_ month: String, in ledger: TestLedger) async throws -> [[Report.Value]] {
    let period = try #require(ReportingPeriod(month, by: .utc))
    var request = ReportRequest(.sales, of: TestLedger.bundleID)
    (request.from, request.to, request.dimensions) = (period.from, period.to, [])
    return try await ReportService(pool: ledger.pool, log: ledger.log).report(request).rows
  }

  private func doctor(_ ledger: TestLedger) async throws -> Finding {
    try #require(
      await LogExamination.findings(ledger.pool, ledger.keyring).first { $0.check == "prices" })
  }

  private func status(_ ledger: TestLedger) async throws -> ReconciliationStatus {
    try #require(
      try await ReconciliationService(ledger.pool, log: ledger.log).status(
        of: StoreEndpoint(TestLedger.bundleID, .production), at: TestLedger.now))
  }

  @Test func `doctor warns, completeness counts it, and the month is closed by force only`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(Self.withoutPrice.events(1))
      try await ledger.project()
      let finding = try await doctor(ledger)
      #expect(finding.verdict == .warn)
      #expect(
        finding.found
          == "1 purchases have no price and are no charge yet: com.example.game in Production (1)")
      #expect(finding.remedy?.contains("daicho reconcile run") == true)
      #expect(try await status(ledger).purchasesWithoutPrice == 1)

      let refusal = await #expect(throws: Failure.self) {
        _ = try await ledger.close(january(), by: "ada", forcedBecause: nil)
      }
      let text = refusal.map { "\($0)" } ?? "closed"
      #expect(text.contains("1 purchases of com.example.game in Production have no price"))
      #expect(text.contains("`daicho reconcile run`"))

      try await tellPrice(ledger)
      #expect(try await doctor(ledger).verdict == .ok)
      #expect(try await status(ledger).purchasesWithoutPrice == 0)
      _ = try await ledger.close(january(), by: "ada", forcedBecause: nil)
      #expect(
        try await sales("2025-01", in: ledger)
          == [
            [.text("EUR"), .number(1), .money(9_990), .number(0)] + zeros(3) + [.money(9_990)]
              + zeros(2)
          ])
    }
  }

  @Test func `a price that comes after a close is booked in the first open day`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(Self.withoutPrice.events(1))
      try await ledger.project()
      _ = try await ledger.close(january(), by: "ada", forcedBecause: "Apple is silent")
      #expect(try await sales("2025-01", in: ledger) == [])

      try await tellPrice(ledger)
      #expect(try await sales("2025-01", in: ledger) == [])
      #expect(
        try await sales("2025-02", in: ledger) == [
          [.text("EUR"), .number(1), .money(9_990), .number(0)] + zeros(3)
            + [.money(9_990), .money(9_990)] + zeros(1)
        ])
    }
  }

  private func zeros(_ count: Int) -> [Report.Value] { Array(repeating: .money(0), count: count) }
}
