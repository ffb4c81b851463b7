import EventStore
import Ledger
import Postgres
import Projections
import Reports
import TestSupport
import Testing

@testable import Server

/// The adjustments that a change of the rules makes of closed periods, with figures worked out by hand.
///
/// A month of 9.99 EUR begins on 2025-01-10. It holds a tax of 1,595, and Apple keeps 30 % of the rest:
/// 2,519. At the end of January 22 of its 30 days are earned: 7,326. Another number at the close stands
/// for the program that closed January; changed rows of the journal, for the present rules.
struct PeriodRulesTests {
  private func close(_ month: String, _ ledger: TestLedger) async throws {
    let period = try #require(ReportingPeriod(month, by: .utc))
    _ = try await ledger.close(period, by: "ada", forcedBecause: nil)
  }

  /// Runs the body with a ledger that closed January by other rules, after which the present ones changed
  /// the journal.
  private func withOtherRules(
    _ change: String, _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      try await close("2025-01", ledger)
      try await changeRules(change, ledger)
      try await body(ledger)
    }
  }

  private func changeRules(_ change: String, _ ledger: TestLedger) async throws {
    try await ledger.owner.withConnection { connection in
      try await connection.script(
        """
        alter table period_close disable trigger user;
        update period_close set rules = \(RulesChanged.present - 1) where rules is not null;
        alter table period_close enable trigger user;
        update journal_entry set \(change)
        """)
    }
  }

  private func report(
    _ name: ReportName, of month: String, by dimensions: Set<ReportDimension> = [],
    in ledger: TestLedger
  ) async throws -> Report {
    let period = try #require(ReportingPeriod(month, by: .utc))
    var request = ReportRequest(name, of: TestLedger.bundleID)
    (request.from, request.to, request.dimensions) = (period.from, period.to, dimensions)
    return try await ReportService(pool: ledger.pool, log: ledger.log).report(request)
  }

  /// Expects the amounts of the only row, by their columns, without those that are zero.
  private func expect(
    _ name: ReportName, of month: String, by dimensions: Set<ReportDimension> = [],
    in ledger: TestLedger, _ amounts: [String: Int128],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let report = try await report(name, of: month, by: dimensions, in: ledger)
    #expect(report.rows.count == (amounts.isEmpty ? 0 : 1), sourceLocation: sourceLocation)
    var found: [String: Int128] = [:]
    for (column, value) in zip(report.columns, report.rows.first ?? []) {
      switch value {
      case .money(let amount?) where amount != 0: found[column] = amount
      case .number(let count) where count != 0: found[column] = Int128(count)
      case .money, .number, .measure, .decimal, .balance, .text: break
      }
    }
    #expect(found == amounts, sourceLocation: sourceLocation)
  }

  @Test func `another estimate of the tax adjusts the first open month, and no closed one`()
    async throws
  {
    try await withOtherRules("tax = 1600, commission = 2517") { ledger in
      let names: [ReportName] = [.sales, .proceeds, .commission, .deferredRevenue]
      try await expect(
        .proceeds, of: "2025-01", in: ledger,
        [
          "net": 9_990, "estimatedTax": 1_595, "commission": 2_519, "proceeds": 5_876,
        ])
      try await expect(
        .commission, of: "2025-01", by: [.product], in: ledger,
        ["charges": 1, "price": 9_990, "commission": 2_519, "netCommission": 2_519])
      try await expect(.sales, of: "2025-02", in: ledger, [:])
      try await expect(
        .proceeds, of: "2025-02", in: ledger,
        ["estimatedTax": 5, "commission": -2, "proceeds": -3, "byRules": -3])
      try await expect(
        .commission, of: "2025-02", in: ledger,
        [
          "commission": -2, "netCommission": -2, "adjustments": -2, "byRules": -2,
        ])
      try await expect(
        .deferredRevenue, of: "2025-02", in: ledger, ["opening": 2_664, "recognized": 2_664])
      for name in names { try await expect(name, of: "2025-03", in: ledger, [:]) }
    }
  }

  /// 22 of 30 days of 10.00 are 7,333, seven more than were recognized; 2,667 are left, three more.
  @Test func `another price changes what is owed, and every account of the journal balances`()
    async throws
  {
    try await withOtherRules("price = 10000") { ledger in
      try await expect(
        .sales, of: "2025-02", in: ledger,
        ["sales": 10, "net": 10, "adjustments": 10, "byRules": 10])
      try await expect(
        .deferredRevenue, of: "2025-01", in: ledger,
        ["billed": 9_990, "recognized": 7_326, "closing": 2_664])
      try await expect(
        .deferredRevenue, of: "2025-02", in: ledger,
        ["opening": 2_664, "byRules": 3, "recognized": 2_667])
      #expect(
        try await postings("rules", of: "2025-02", in: ledger) == [
          "2025-02-01 deferredRevenue -3", "2025-02-01 receivable 10", "2025-02-01 revenue -7",
        ])
      var balances: [String: Int128] = [:]
      // As January was closed.
      balances = [
        "receivable": 5_876, "tax": 1_595, "commission": 2_519, "deferredRevenue": -2_664,
        "revenue": -7_326,
      ]
      balances.merge(try await self.balances(of: "2025-02", in: ledger), uniquingKeysWith: +)
      #expect(
        balances.filter { $0.value != 0 }
          == ["receivable": 5_886, "tax": 1_595, "commission": 2_519, "revenue": -10_000])
    }
  }

  /// A refund of 2025-01-20 that becomes known in February, of which the present rules say another tax.
  @Test func `what is late and what the rules changed are told apart`() async throws {
    try await TestLedger.with { ledger in
      let month = PaidMonths("3000")
      try await ledger.record(month.events(1))
      try await ledger.project()
      try await close("2025-01", ledger)
      try await ledger.record([month.refund(at: Instant(day: "2025-01-20"))])
      try await ledger.project()
      try await changeRules("tax = 1600", ledger)
      // The refund gives 9,990 back, 1,600 of it tax; of the charge 5 more are tax by the present rules.
      try await expect(
        .proceeds, of: "2025-02", in: ledger,
        [
          "net": -9_990, "estimatedTax": -1_595, "commission": -2_519, "proceeds": -5_876,
          "adjustments": -9_990, "byRules": -5,
        ])
    }
  }

  @Test func `what only the rules changed is of the first open day`() async throws {
    try await withOtherRules("tax = 1600, commission = 2517") { ledger in
      var request = ReportRequest(.proceeds, of: TestLedger.bundleID)
      (request.from, request.to) = (Instant(day: "2025-02-01"), Instant(day: "2025-03-01"))
      (request.dimensions, request.intervals) = ([], .day)
      let rows = try await ReportService(pool: ledger.pool, log: ledger.log).report(request).rows
      #expect(
        rows == [
          [.text("2025-02-01"), .text("EUR")] + [0, 5, -2, -3, 0, -3].map { .money($0) }
        ])
    }
  }

  @Test func `a second change of the rules adjusts by its own difference alone`() async throws {
    try await withOtherRules("tax = 1600, commission = 2517") { ledger in
      try await close("2025-02", ledger)
      try await expect(.proceeds, of: "2025-03", in: ledger, [:])
      try await expect(
        .proceeds, of: "2025-02", by: [.storefront], in: ledger,
        ["estimatedTax": 5, "commission": -2, "proceeds": -3, "byRules": -3])
      try await changeRules("tax = 1610", ledger)
      try await expect(
        .proceeds, of: "2025-03", in: ledger, ["estimatedTax": 10, "proceeds": -10, "byRules": -10])
      #expect(
        try await postings("rules", of: "2025-03", in: ledger)
          == ["2025-03-01 receivable -10", "2025-03-01 tax 10"])
    }
  }

  /// A period that an earlier program closed has no sums to compare with, and neither has what was before.
  @Test func `a period that was closed without sums is compared with nothing`() async throws {
    try await withOtherRules("tax = 1600") { ledger in
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          """
          alter table period_close disable trigger user;
          update period_close set rules = null;
          alter table period_close enable trigger user
          """)
      }
      try await expect(.proceeds, of: "2025-02", in: ledger, [:])
      try await close("2025-02", ledger)
      try await changeRules("tax = 1610", ledger)
      try await expect(.proceeds, of: "2025-03", in: ledger, [:])
    }
  }

  private func postings(
    _ entry: String, of month: String, in ledger: TestLedger
  ) async throws -> [String] {
    try await report(.journal, of: month, in: ledger).rows.compactMap { row in
      guard row[1] == .text(entry), case .text(let day?) = row[0],
        case .text(let account?) = row[5], case .money(let amount?) = row[6]
      else { return nil }
      return "\(day) \(account) \(amount)"
    }
  }

  private func balances(of month: String, in ledger: TestLedger) async throws -> [String: Int128] {
    var balances: [String: Int128] = [:]
    for row in try await report(.journal, of: month, in: ledger).rows {
      guard case .text(let account?) = row[5], case .money(let amount?) = row[6] else { continue }
      balances[account, default: 0] += amount
    }
    return balances
  }
}
