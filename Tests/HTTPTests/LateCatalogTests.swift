import EventStore
import Intake
import Ledger
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// Catalogs that are published after the purchases that they are about.
struct LateCatalogTests {
  private static let start = Instant(day: "2023-03-01")

  /// Returns a week under an introductory offer of which Apple told neither price nor kind.
  private static func week(group: SubscriptionGroupID? = "group") -> TransactionFact {
    var purchase = Purchase(
      productID: "com.example.plan", type: .autoRenewable, subscriptionGroupID: group,
      purchaseDate: start)
    purchase.offer = group == nil ? nil : Offer(type: 1)
    return TransactionFact(
      chain: ChainID(.production, "7000"), transactionID: "7001",
      purchase: purchase, expiresDate: .present(start + .seconds(7 * 86_400)), isUpgraded: false,
      revocation: .absent, trust: .receipt, assertedAt: start)
  }

  private static func publish(
    _ period: BillingPeriod, group: SubscriptionGroupID? = nil, in ledger: TestLedger
  ) async throws {
    let catalog = try Catalog([
      CatalogProduct(
        "com.example.plan", type: .autoRenewable, subscriptionGroupID: group, period: period,
        grants: [ProductGrant("gem", 50)])
    ])
    _ = try await ledger.intake.catalogs.publish(
      catalog, of: TestLedger.bundleID, validFrom: Instant(day: "2023-01-01"))
    try await ledger.project()
    try await ledger.grant()
    try await ledger.project()
  }

  private static func verify(_ ledger: TestLedger) async throws {
    for name in ProjectionName.allCases {
      let replay = Replay(pool: ledger.pool, log: ledger.log, of: name)
      for lane in ledger.log.lanes { try await replay.verify(lane: lane) }
    }
  }

  private static func charges(_ ledger: TestLedger) async throws -> Int64 {
    try await ledger.count("select count(*) from commission_line where corrected_at is null")
  }

  /// A week of a weekly plan was paid; of a monthly one it was a trial.
  @Test(arguments: [(BillingPeriod.days(7), 1), (.months(1), 0)] as [(BillingPeriod, Int64)])
  func `decide whether an untold offer was paid, and its coins`(
    period: BillingPeriod, count: Int64
  ) async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([.chain(.transactionObserved(Self.week()))])
      try await ledger.project()
      #expect(try await Self.charges(ledger) == 0)
      try await Self.publish(period, in: ledger)
      #expect(try await Self.charges(ledger) == count)
      let charged = "select count(*) from service_period where is_charged and is_offer_untold"
      #expect(try await ledger.count(charged) == count)
      #expect(try await ledger.count("select count(*) from coin_grant") == count)
      #expect(try await ledger.reader.incompleteChains.count() == Int(1 - count))
      try await Self.verify(ledger)
    }
  }

  @Test func `name the group that Apple did not`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record([.chain(.transactionObserved(Self.week(group: nil)))])
      try await ledger.project()
      #expect(try await ledger.count("select count(*) from service_period") == 0)
      #expect(try await ledger.reader.incompleteChains.count() == 1)
      try await Self.publish(.days(7), group: "group", in: ledger)
      #expect(try await ledger.count("select count(*) from service_period") == 1)
      #expect(try await ledger.reader.incompleteChains.count() == 0)
      try await Self.verify(ledger)
    }
  }

  /// Ten thousand charges of the largest price are more than 64 bits can hold.
  @Test func `sums of the report may exceed 64 bits`() async throws {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("5000").events(1))
      try await ledger.project()
      let columns =
        "kind, environment, app, original_transaction_id, product, product_type, subscription_group, "
        + "storefront, currency, rate, reason, occurred_at, learnt_at, tax, saved, lapse_cost, count, "
        + "because_lane, because_position, because"
      try await ledger.owner.withConnection { connection in
        try await connection.script(
          "insert into journal_entry (lane, stream, number, transaction_id, price, commission, "
            + "\(columns)) select 1, gen_random_uuid(), n, 'x' || n, 1000000000000000, "
            + "300000000000000, \(columns) from journal_entry, generate_series(1, 10000) as n")
      }
      let reports = ReportService(pool: ledger.pool, log: ledger.log)
      let report = try await reports.report(ReportRequest(.commission, of: TestLedger.bundleID))
      let amounts = report.columns.indices.filter {
        ["price", "commission"].contains(report.columns[$0])
      }
      #expect(
        report.rows.map { row in amounts.map { row[$0] } } == [
          [.money(10_000_000_000_000_009_990), .money(3_000_000_000_000_002_519)]
        ])
    }
  }

  /// Renewals are off: the service ends on 9 February 2025 in both lists, and a year later nothing is
  /// left to lose.
  @Test func `lists of the report name the accounts`() async throws {
    try await TestLedger.with { ledger in
      let months = PaidMonths("5000")
      var plan = RenewalPlan(
        productID: "com.example.month", autoRenew: false, renewalDate: Instant(day: "2025-02-09"))
      plan.autoRenewProductID = "com.example.month"
      let canceled = RenewalFact(
        chain: ChainID(.production, "5000"), plan: plan, gracePeriodExpiresDate: .absent,
        isInBillingRetry: .absent, expirationIntent: .absent, priceIncreaseStatus: .absent,
        nextOffer: .absent, trust: .signed, assertedAt: Instant(day: "2025-01-20"))
      try await ledger.record(months.events(1) + [.chain(.renewalObserved(canceled))])
      _ = try await ledger.intake.links.assign(
        "5000", to: "anna", of: TestLedger.bundleID, in: .production, author: "kim",
        reason: "ticket 9")
      try await ledger.project()
      let reports = ReportService(pool: ledger.pool, log: ledger.log)
      var asked = ReportRequest(.tenure, of: TestLedger.bundleID)
      asked.to = Instant(day: "2025-02-03")
      for (days, count) in [(6, 0), (7, 1), (30, 1)] {
        asked.list = .ending(withinDays: days)
        let rows = try await reports.report(asked).rows
        #expect(rows.count == count, "\(days) days")
        for row in rows {
          #expect(row[1...3] == [.text("2025-02-09T00:00:00.000Z"), .text("anna"), .text("5000")])
        }
      }
      asked.list = nil
      let report = try await reports.report(asked)
      let figures = Dictionary(
        uniqueKeysWithValues: zip(report.columns, report.rows.first ?? []))
      #expect(figures["endsWithin7"] == .number(1))
      #expect(figures["endsWithin30"] == .number(1))
      #expect(figures["savesNextYear"] == .money(0))
    }
  }
}
