import EventStore
import Intake
import Ledger
import Projections
import Reports
import TestSupport
import Testing

/// The figures of commission and tenure. 9,990 milliunits hold a tax of 19 %: 1,595. Apple keeps 30 % of the
/// other 8,395, which are 2,519, or 15 %: 1,259, or 10 %: 840.
struct ReportFiguresTests {
  private static let end = Instant(day: "2026-05-01")

  private func request(_ name: ReportName, to: Instant = Self.end) -> ReportRequest {
    var request = ReportRequest(name, of: TestLedger.bundleID)
    request.to = to
    return request
  }

  @Test func `a purchase of which only a receipt told is no charge until Apple tells its price`()
    async throws
  {
    try await TestLedger.with { ledger in
      let signed = PaidMonths("3000").events(3)
      try await ledger.record(signed.prefix(1) + signed.dropFirst().map(\.inReceipt))
      try await ledger.project()
      let early = try await ledger.reports.report(request(.commission))
      #expect(try early.count("charges") == 1)
      #expect(try early.count("unpriced") == 2)
      #expect(try early.sums("price") == ["EUR": 9_990, "-": 0])
      #expect(try early.sums("commission") == ["EUR": 2_519, "-": 0])
      try await ledger.record(signed)
      try await ledger.project()
      let late = try await ledger.reports.report(request(.commission))
      #expect(try late.count("charges") == 3)
      #expect(try late.count("unpriced") == 0)
      #expect(try late.sums("price") == ["EUR": 29_970])
      #expect(try late.sums("commission") == ["EUR": 7_557])
      var then = request(.commission)
      then.knownAt = early.knownAt
      #expect(try await ledger.reports.report(then).rows == early.rows)
    }
  }

  @Test(arguments: [ReportName.commission, .tenure])
  func `what it is divided by changes no total`(name: ReportName) async throws {
    try await TestLedger.with { ledger in
      var lives = ServiceLives(seed: 5)
      try await ledger.record(PaidMonths("3000").events(14))
      try await ledger.live(&lives)
      let (money, number) =
        name == .commission ? ("commission", "charges") : ("savesNextYear", "customers")
      let whole = try await ledger.reports.report(request(name))
      for dimensions: Set<ReportDimension> in [[], [.product], [.storefront, .group], [.currency]] {
        var narrow = request(name)
        narrow.dimensions = dimensions
        let report = try await ledger.reports.report(narrow)
        #expect(try report.sums(money) == whole.sums(money))
        #expect(try report.count(number) == whole.count(number))
        for dimension in ReportDimension.allCases where dimension != .currency {
          #expect(
            report.columns.contains(dimension.rawValue) == dimensions.contains(dimension))
        }
      }
    }
  }

  @Test func `a time begins with its first moment and ends before its last`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(3))
      try await ledger.project()
      let (first, second) = (Instant(day: "2025-01-10"), Instant(day: "2025-02-09"))
      for (from, to, charges) in [
        (first, second, 1), (first, second + .milliseconds(1), 2),
        (first + .milliseconds(1), second, 0),
      ] as [(Instant, Instant, Int128)] {
        var asked = request(.commission, to: to)
        asked.from = from
        #expect(try await ledger.reports.report(asked).count("charges") == charges)
      }
    }
  }

  @Test func `a program entered late changes the rates, and never those known before`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(3))
      try await ledger.project()
      var then = request(.commission)
      then.knownAt = try await ledger.log.cut().moment
      _ = try await ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2025-02-01"), until: nil)
      try await ledger.project()
      let before = try await ledger.reports.report(then)
      #expect(try before.sums("commission") == ["EUR": 3 * 2_519])
      #expect(try before.count("corrections") == 0)
      let after = try await ledger.reports.report(request(.commission))
      #expect(try after.sums("commission") == ["EUR": 2_519 + 2 * 1_259])
      #expect(try after.count("corrections") == 2)
    }
  }

  @Test func `published terms rate charges again, in their environment only`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("3000").events(2))
      let terms = CommissionTerms.standard.adding([
        CommissionTerm("Germany", storefronts: ["DEU"], thousandths: 100)
      ])
      _ = try await ledger.intake.commission.publish(terms, .apple, in: .sandbox)
      try await ledger.project()
      let apart = try await ledger.reports.report(request(.commission))
      #expect(try apart.sums("commission") == ["EUR": 2 * 2_519])
      _ = try await ledger.intake.commission.publish(terms, .apple, in: .production)
      try await ledger.project()
      let report = try await ledger.reports.report(request(.commission))
      #expect(try report.sums("commission") == ["EUR": 2 * 840])
      #expect(try report.count("corrections") == 2)
    }
  }

  @Test func `the chains of one customer are counted together, wherever they are kept`()
    async throws
  {
    try await TestLedger.with { ledger in
      let first = PaidMonths("4000", of: "app-1")
      let lane = ledger.log.lane(of: .chain(ChainID(.production, first.chain)))
      let other = try #require(
        (4_001...4_100).map { OriginalTransactionID("\($0)") }
          .first { ledger.log.lane(of: .chain(ChainID(.production, $0))) != lane })
      var second = PaidMonths(other, of: "app-1")
      second.start = first.start + .seconds(13 * 30 * 86_400)
      try await ledger.record(first.events(13) + second.events(2))
      try await ledger.project()
      let commission = try await ledger.reports.report(request(.commission))
      #expect(try commission.sums("commission") == ["EUR": 13 * 2_519 + 2 * 1_259])
      let tenure = try await ledger.reports.report(
        request(.tenure, to: second.start + .seconds(86_400)))
      #expect(try tenure.count("customers") == 1)
      #expect(try tenure.count("fromDays") == 365)
    }
  }

  @Test func `the tenure distribution counts each customer once`() async throws {
    try await TestLedger.with { ledger in
      for (chain, months) in [("5000", 1), ("5001", 4), ("5002", 13), ("5003", 16)] {
        try await ledger.record(PaidMonths(OriginalTransactionID(chain)).events(months))
      }
      try await ledger.project()
      let report = try await ledger.reports.report(
        request(.tenure, to: Instant(day: "2026-02-20")))
      let buckets = report.rows.map { row in
        zip(report.columns, row).filter { ["state", "fromDays", "customers"].contains($0.0) }
          .map(\.1)
      }
      #expect(
        buckets == [
          [.text("accruing"), .measure(365), .number(1)],
          [.text("lapsed"), .measure(0), .number(2)],
          [.text("paused"), .measure(365), .number(1)],
        ])
    }
  }

  @Test func `who will lose it is listed, with least time left first`() async throws {
    try await TestLedger.with { ledger in
      for (chain, months) in [("5000", 12), ("5001", 11), ("5002", 14)] {
        try await ledger.record(PaidMonths(OriginalTransactionID(chain)).events(months))
      }
      try await ledger.project()
      var asked = request(.tenure, to: Instant(day: "2026-01-25"))
      for (days, listed) in [(10, []), (11, ["5001"]), (41, ["5001", "5000"])] as [(Int, [String])]
      {
        asked.list = .lapsing(withinDays: days)
        let report = try await ledger.reports.report(asked)
        #expect(report.rows.map { $0[3] } == listed.map { .text($0) }, "\(days)")
      }
      let report = try await ledger.reports.report(asked)
      #expect(
        report.rows.first == [
          .text("2026-02-04T01:00:00.000Z"), .text(nil), .text(nil), .text("5001"),
          .text("com.example.month"),
          .text("group"), .text("DEU"), .text("EUR"), .measure(330),
          .text("2025-12-06T00:00:00.000Z"), .money(12_600),
        ])
    }
  }
}

extension LedgerEvent {
  /// The fact as a receipt tells it, without a price.
  fileprivate var inReceipt: LedgerEvent {
    guard case .chain(.transactionObserved(let fact)) = self else { return self }
    var purchase = fact.purchase
    (purchase.price, purchase.currency) = (nil, nil)
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: fact.chain, transactionID: fact.transactionID,
          purchase: purchase, expiresDate: fact.expiresDate, isUpgraded: nil,
          revocation: fact.revocation, trust: .receipt, assertedAt: fact.assertion.assertedAt)))
  }
}
