import Ledger
import Projections
import Reports
import TestSupport
import Testing

struct TenureReportTests {
  /// Returns the values of some columns of each row.
  private func values(_ report: Report, _ columns: Set<String>) -> [[Report.Value]] {
    report.rows.map { row in
      zip(report.columns, row).filter { columns.contains($0.0) }.map(\.1)
    }
  }

  /// Fourteen months of thirty days from 2025-01-10: the last one, of 2026-02-04, is the first charge with a year of
  /// service before it. The time was lost on 2026-05-05.
  @Test func `the year was reached by a customer who has lapsed, and the time ends at the cut`()
    async throws
  {
    try await TestLedger.with { ledger in
      try await ledger.record(PaidMonths("5000").events(14))
      try await ledger.project()
      var asked = ReportRequest(.tenure, of: TestLedger.bundleID)
      let reports = ReportService(pool: ledger.pool, log: ledger.log)
      for (from, to, reached) in [
        ("2026-02-04", "2026-05-07", 1), ("2026-02-05", "2026-05-07", 0),
        ("2025-01-01", "2026-02-04", 0),
      ] {
        (asked.from, asked.to) = (Instant(day: from), Instant(day: to))
        let report = try await reports.report(asked)
        #expect(values(report, ["reachedYear"]) == [[.number(Int128(reached))]], "\(from)")
      }
      asked.to = Instant(day: "2999-01-01")
      let report = try await reports.report(asked)
      #expect(report.to == report.knownAt)
    }
  }

  /// Apple named an end of the chain in the other group that no stored period has.
  @Test func `a customer is incomplete in the groups of the incomplete chains alone`() async throws
  {
    try await TestLedger.with { ledger in
      let start = Instant(day: "2025-01-10")
      let chain = ChainID(.production, "6000")
      var other = Purchase(
        productID: "other.month", type: .autoRenewable, subscriptionGroupID: "other",
        purchaseDate: start)
      other.appTransactionID = "77"
      let month = TransactionFact(
        chain: chain, transactionID: "6000", purchase: other,
        expiresDate: .present(start + .seconds(30 * 86_400)), isUpgraded: false,
        revocation: .absent, trust: .signed, assertedAt: start)
      let renewal = RenewalFact(
        chain: chain,
        plan: RenewalPlan(
          productID: "other.month", autoRenewProductID: "other.month", autoRenew: true,
          renewalDate: start + .seconds(60 * 86_400)),
        gracePeriodExpiresDate: .absent, isInBillingRetry: .present(false),
        expirationIntent: .absent, priceIncreaseStatus: .absent, nextOffer: .absent,
        trust: .signed, assertedAt: start + .seconds(31 * 86_400))
      try await ledger.record(
        PaidMonths("5000", of: "77").events(1) + [
          .chain(.transactionObserved(month)), .chain(.renewalObserved(renewal)),
        ])
      try await ledger.project()
      var asked = ReportRequest(.tenure, of: TestLedger.bundleID)
      asked.to = start + .seconds(40 * 86_400)
      let report = try await ReportService(pool: ledger.pool, log: ledger.log).report(asked)
      #expect(
        values(report, ["group", "incomplete"])
          == [[.text("group"), .number(0)], [.text("other"), .number(1)]])
    }
  }
}
