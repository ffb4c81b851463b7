import EventStore
import Intake
import Ledger
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// A chain of thirteen months of thirty days without a customer of Apple's, moved to another chain.
struct ReplacedChainTests {
  private static let moved = Instant(day: "2025-01-10") + .seconds(390 * 86_400)

  /// Records both chains: the first one is Bert's, and its successor Anna's.
  private func record(in ledger: TestLedger) async throws {
    try await ledger.record(PaidMonths("5000").events(13))
    var next = PaidMonths("6000")
    (next.start, next.previous) = (Self.moved, "5000")
    let replaced = ChainReplaced(
      chain: ChainID(.production, "5000"), successor: "6000", learnedAt: Self.moved)
    try await ledger.record(next.events(1) + [.chain(.chainReplaced(replaced))])
    for (chain, account) in [("5000", "bert"), ("6000", "anna")] {
      _ = try await ledger.intake.links.assign(
        OriginalTransactionID(chain), to: AccountID(account), of: TestLedger.bundleID,
        in: .production, author: "kim", reason: "ticket 9")
    }
    try await ledger.project()
  }

  @Test func `is counted together with its successor`() async throws {
    try await TestLedger.with { ledger in
      try await record(in: ledger)
      let books = try await ledger.reader.commission.books(of: ChainID(.production, "6000"))
      #expect(books.lines.map(\.rate?.thousandths) == [150])
      for name in ProjectionName.allCases {
        let replay = Replay(pool: ledger.pool, log: ledger.log, of: name)
        for lane in ledger.log.lanes { try await replay.verify(lane: lane) }
      }
    }
  }

  /// 390 days, and ten of the next month.
  @Test(arguments: ["anna", "bert"])
  func `is one customer for the owner of either chain`(account: String) async throws {
    try await TestLedger.with { ledger in
      try await record(in: ledger)
      let key = AccountKey(
        environment: .production, bundleID: TestLedger.bundleID, account: AccountID(account))
      let moment = Self.moved + .seconds(10 * 86_400)
      let now = try await ledger.reader.tenure.groups(of: key, at: moment).value
      #expect(now.map(\.customer) == ["5000"])
      #expect(now.map(\.tenure.daysOfPaidService) == [400])
      let known = try await ledger.log.cut().moment
      let then = try await ledger.reader.tenure.groups(of: key, at: moment, knownAt: known).value
      #expect(then.map(\.tenure.daysOfPaidService) == [400])
    }
  }

  /// 9.990 EUR with 19 % of tax: thirteen months, of which the last follows 360 days, cost 2.519 each, and the
  /// month after 390 days 1.259, so that 1.260 are saved.
  @Test func `is one customer in the reports`() async throws {
    try await TestLedger.with { ledger in
      try await record(in: ledger)
      let reports = ReportService(pool: ledger.pool, log: ledger.log)
      var asked = ReportRequest(.tenure, of: TestLedger.bundleID)
      asked.to = Self.moved + .seconds(10 * 86_400)
      let tenure = try await reports.report(asked)
      let buckets = tenure.rows.map { row in
        zip(tenure.columns, row).filter { ["fromDays", "customers"].contains($0.0) }.map(\.1)
      }
      #expect(buckets == [[.measure(365), .number(1)]])
      let commission = try await reports.report(ReportRequest(.commission, of: TestLedger.bundleID))
      let saved = commission.rows.map { row in
        zip(commission.columns, row).filter { ["rate", "charges", "savedByTenure"].contains($0.0) }
          .map(\.1)
      }
      #expect(
        saved == [
          [.text("0.15"), .number(1), .money(1_260)], [.text("0.30"), .number(13), .money(0)],
        ])
    }
  }
}
