import EventProcessing
import EventStore
import Intake
import Ledger
import Postgres
import Projections
import Reconciliation
import Reports
import TestSupport
import Testing

@testable import Server

/// The closing of periods, with figures worked out by hand: a month of 9.99 EUR begins on 2025-01-10.
struct PeriodClosingTests {
  private func period(
    _ name: String, _ calendar: ReportingPeriod.Calendar = .utc
  ) throws -> ReportingPeriod {
    try #require(ReportingPeriod(name, by: calendar))
  }

  /// Runs the body with a ledger that knows the month, and has closed January.
  private func withClosedJanuary(
    _ body: @escaping @Sendable (TestLedger) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      _ = try await ledger.close(period("2025-01"), by: "ada", forcedBecause: nil)
      try await body(ledger)
    }
  }

  /// Records the refund of the month, which Apple dates 2025-01-20 and the ledger learns after the close.
  private func refund(_ ledger: TestLedger) async throws {
    try await ledger.record([PaidMonths("3000").refund(at: Instant(day: "2025-01-20"))])
    try await ledger.project()
  }

  private func rows(
    _ name: ReportName, of month: String, in ledger: TestLedger
  ) async throws -> [[Report.Value]] {
    let period = try period(month)
    var request = ReportRequest(name, of: TestLedger.bundleID)
    (request.from, request.to, request.dimensions) = (period.from, period.to, [])
    return try await ReportService(pool: ledger.pool, log: ledger.log).report(request).rows
  }

  private func kept(
    _ name: ReportName, _ ledger: TestLedger
  ) async throws -> [[UInt8]] {
    var bytes: [[UInt8]] = []
    for format in name.specification.formats {
      bytes.append(
        try #require(
          try await ReportService(pool: ledger.pool, log: ledger.log).kept(
            name, format.rawValue, of: period("2025-01"), TestLedger.bundleID, in: .production)))
    }
    return bytes
  }

  @Test func `what is learned after a close is an adjustment in the first open day`() async throws {
    try await withClosedJanuary { ledger in
      let before = try await rows(.sales, of: "2025-01", in: ledger)
      #expect(before == [[.text("EUR"), .number(1)] + money(9_990, 0, refunds: 0, 0, 0, 9_990, 0)])
      let names: [ReportName] = [.sales, .proceeds, .commission, .deferredRevenue]
      var files: [[[UInt8]]] = []
      for name in names { files.append(try await kept(name, ledger)) }

      try await refund(ledger)
      #expect(try await rows(.sales, of: "2025-01", in: ledger) == before)
      #expect(
        try await rows(.sales, of: "2025-02", in: ledger)
          == [[.text("EUR"), .number(0)] + money(0, 1, refunds: 9_990, 0, 0, -9_990, -9_990)])
      for (name, file) in zip(names, files) { #expect(try await kept(name, ledger) == file) }
    }
  }

  /// The eight figures of sales after the number of charges, the last of which no change of the rules made.
  private func money(
    _ sales: Int128, _ count: Int128, refunds: Int128, _ upgraded: Int128, _ reversed: Int128,
    _ net: Int128, _ adjustments: Int128
  ) -> [Report.Value] {
    [.money(sales), .number(count)]
      + [refunds, upgraded, reversed, net, adjustments, 0].map { .money($0) }
  }

  /// 9,990 hold a tax of 1,595. Apple keeps 30 % of the other 8,395: 2,519, or 15 %: 1,259.
  @Test
  func `a rate that changes after a close is adjusted, out at the old rate and in at the new`()
    async throws
  {
    try await withClosedJanuary { ledger in
      let before = try await rows(.commission, of: "2025-01", in: ledger)
      #expect(
        before == [
          charged("0.30", "firstYear", 1, 9_990, commission: 2_519, corrections: 0, adjusted: 0)
        ])
      _ = try await ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2025-01-01"), until: nil)
      try await ledger.project()
      #expect(try await rows(.commission, of: "2025-01", in: ledger) == before)
      let reason = "programme:small-business"
      #expect(
        try await rows(.commission, of: "2025-02", in: ledger) == [
          charged("0.15", reason, 1, 9_990, commission: 1_259, corrections: 0, adjusted: 1_259),
          charged(
            "0.30", "firstYear", -1, -9_990, commission: -2_519, corrections: 0, adjusted: -2_519),
        ])
      #expect(
        try await rows(.proceeds, of: "2025-02", in: ledger)
          == [[.text("EUR")] + [0, 0, -1_260, 1_260, 0, 0].map { .money($0) }])
    }
  }

  /// A row of commission without refunds and effects of tenure.
  private func charged(
    _ rate: String, _ reason: String, _ charges: Int128, _ price: Int128, commission: Int128,
    corrections: Int128, adjusted: Int128
  ) -> [Report.Value] {
    [
      .text("EUR"), .text(rate), .text(reason), .number(charges), .number(0), .money(price),
      .money(0), .money(commission), .money(0), .money(commission), .money(0), .money(0),
      .number(corrections), .number(0), .number(0), .number(0), .money(adjusted), .money(0),
    ]
  }

  /// Eleven of twelve months were to come at the end of January, and ten at the end of February.
  @Test func `commitments of a closed period are those of its end`() async throws {
    try await TestLedger.with { ledger in
      var months = PaidMonths("3000")
      months.commitment = (12, 119_880)
      try await ledger.record(months.events(1))
      try await ledger.project()
      let open = try await rows(.deferredRevenue, of: "2025-01", in: ledger)
      _ = try await ledger.close(period("2025-01"), by: "ada", forcedBecause: nil)
      try await ledger.record(months.events(1, from: 1))
      try await ledger.project()
      let january = try await rows(.deferredRevenue, of: "2025-01", in: ledger)
      #expect(january == open)
      #expect(january.map { $0.suffix(2) } == [[.number(11), .money(109_890)]])
      _ = try await ledger.close(period("2025-02"), by: "ada", forcedBecause: nil)
      let february = try await rows(.deferredRevenue, of: "2025-02", in: ledger)
      #expect(february.map { $0.suffix(2) } == [[.number(10), .money(99_900)]])
    }
  }

  /// 22 of 30 days were earned in the closed books: 7,326. By the refund only ten were: 3,330, so that
  /// 3,996 are taken out of what was recognized, and 6,660 were given back before they were earned.
  @Test func `a month opens with what the closed one had left, and the rest is explained`()
    async throws
  {
    try await withClosedJanuary { ledger in
      #expect(
        try await rows(.deferredRevenue, of: "2025-01", in: ledger)
          == [
            [.text("EUR")] + [0, 9_990, 7_326, 0, 0, 2_664].map { .money($0) } + [
              .number(0), .money(0),
            ]
          ])
      try await refund(ledger)
      #expect(
        try await rows(.deferredRevenue, of: "2025-01", in: ledger)
          == [
            [.text("EUR")] + [0, 9_990, 7_326, 0, 0, 2_664].map { .money($0) } + [
              .number(0), .money(0),
            ]
          ])
      #expect(
        try await rows(.deferredRevenue, of: "2025-02", in: ledger)
          == [
            [.text("EUR")] + [2_664, 0, -3_996, 6_660, 0, 0].map { .money($0) } + [
              .number(0), .money(0),
            ]
          ])
      _ = try await ledger.close(period("2025-02"), by: "ada", forcedBecause: nil)
      #expect(try await rows(.deferredRevenue, of: "2025-03", in: ledger) == [])
      #expect(
        try await rows(.sales, of: "2025-02", in: ledger)
          == [[.text("EUR"), .number(0)] + money(0, 1, refunds: 9_990, 0, 0, -9_990, -9_990)])
    }
  }

  @Test func `periods are closed in their order, by one calendar, after they have passed`()
    async throws
  {
    try await withClosedJanuary { ledger in
      let closing = ledger.closing()
      for (name, calendar, word) in [
        ("2025-03", .utc, "the next one is 2025-02"), ("2025-01", .utc, "the next one is 2025-02"),
        ("2025-02", .fiscal, "--calendar is utc"), ("2025-06", .utc, "cannot be closed before"),
      ] as [(String, ReportingPeriod.Calendar, String)] {
        let refusal = await #expect(throws: WrongUsage.self) {
          _ = try await closing.close(
            try period(name, calendar), by: "ada", forcedBecause: nil)
        }
        let text = refusal.map { "\($0)" } ?? "closed"
        #expect(text.contains(word), "\(name): \(text)")
      }
      let names = try await closing.closes().map(\.period.name)
      #expect(names == ["2025-01"])
    }
  }

  @Test func `what is incomplete is closed with a reason only, which stays with the close`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(1))
      try await ledger.project()
      let closing = ledger.closing(
        of: [
          ConfiguredApp(
            bundleID: TestLedger.bundleID, appAppleID: nil, environments: [.production])
        ])
      let refusal = await #expect(throws: Failure.self) {
        _ = try await closing.close(try period("2025-01"), by: "ada", forcedBecause: nil)
      }
      let text = refusal.map { "\($0)" } ?? "closed"
      #expect(text.contains("Apple's last 180 days are complete to"))
      let close = try await closing.close(
        period("2025-01"), by: "ada", forcedBecause: "the key comes in July")
      #expect(close.forcedBecause == "the key comes in July")
      #expect(try await closing.closes() == [close])
    }
  }

  @Test func `the application may change nothing that is closed`() async throws {
    try await withClosedJanuary { ledger in
      for statement in [
        "update period_report set body = ''", "delete from period_report",
        "update period_close set closed_by = ''", "delete from period_close",
      ] {
        await #expect(throws: (any Error).self, "\(statement)") {
          try await ledger.pool.withConnection { connection in
            _ = try await connection.query(Statement(unsafeSQL: statement))
          }
        }
      }
    }
  }
}
