import EventStore
import Foundation
import Ledger
import TestSupport
import Testing

/// The reports of subscribers, with figures worked out by hand.
///
/// Service of thirty days each: one German from 2025-01-10 to 04-10; a Japanese from 2025-01-10, refunded on
/// 01-20; another German from 2025-01-20 to 03-21, who switches renewals off on 02-25 and buys again on 04-10.
struct SubscriberReportTests {
  private static let ends =
    "opening,trials,new,recovered,returnedInTime,returnedLate,switchedIn,"
    + "switchedOut,endedByChoice,endedByBilling,endedByPrice,endedByRefund,endedOtherwise,closing,"
    + "paying,converted,renewed,recoveredInGrace"

  private static let cancellation: LedgerEvent = .chain(
    .renewalObserved(
      RenewalFact(
        chain: ChainID(.production, "5000"),
        plan: RenewalPlan(
          productID: "com.example.month", autoRenew: false, renewalDate: Instant(day: "2025-03-21")),
        gracePeriodExpiresDate: .absent, isInBillingRetry: .silent, expirationIntent: .absent,
        priceIncreaseStatus: .absent, nextOffer: .absent, trust: .signed,
        assertedAt: Instant(day: "2025-02-25"))))

  private static let before: [LedgerEvent] = {
    var japanese = PaidMonths("4000")
    (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
    japanese.refunded = Instant(day: "2025-01-20")
    var other = PaidMonths("5000")
    other.start = Instant(day: "2025-01-20")
    return PaidMonths("3000").events(3) + japanese.events(1) + other.events(2) + [cancellation]
  }()

  private static let after: [LedgerEvent] = {
    var again = PaidMonths("5000")
    again.start = Instant(day: "2025-02-09")  // the third month begins on 04-10
    return again.events(1, from: 2)
  }()

  private func withSubscribers(
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      try await service.ledger.record(Self.before + Self.after)
      try await service.ledger.project()
      try await body(service)
    }
  }

  @Test func `subscribers go from their opening to their closing without a rest`() async throws {
    try await withSubscribers { service in
      try await service.expectReport(
        "subscribers?from=2025-01-01&to=2025-02-01&by=storefront",
        [
          "storefront,\(Self.ends)",
          "DEU,0,0,2,0,0,0,0,0,0,0,0,0,0,2,2,0,0,0",
          "JPN,0,0,1,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0",
        ])
      try await service.expectReport(
        "subscribers?from=2025-02-01&to=2025-04-01&by=product",
        [
          "product,\(Self.ends)",
          "com.example.month,2,0,0,0,0,0,0,0,1,0,0,0,0,1,1,0,3,0",
        ])
      try await service.expectReport(
        "subscribers?from=2025-04-01&to=2025-06-01&by=",
        [
          Self.ends, "1,0,0,0,1,0,0,0,0,0,0,0,2,0,0,0,0,0",
        ])
    }
  }

  @Test func `recurring revenue goes from its opening to its closing without a rest`() async throws
  {
    let figures =
      "opening,new,returned,expansion,contraction,switchedIn,switchedOut,churned,closing,"
      + "paying,unpriced"
    try await withSubscribers { service in
      try await service.expectReport(
        "mrr?from=2025-01-01&to=2025-02-01&by=",
        [
          "currency,\(figures)",
          "EUR,0,19980,0,0,0,0,0,0,19980,2,0",
          "JPY,0,1500000,0,0,0,0,0,1500000,0,0,0",
        ])
      try await service.expectReport(
        "mrr?from=2025-02-01&to=2025-05-01&by=",
        [
          "currency,\(figures)", "EUR,19980,0,9990,0,0,0,0,19980,9990,1,0",
        ])
    }
  }

  @Test func `retention follows the customers of a month through the months after it`() async throws
  {
    try await withSubscribers { service in
      try await service.expectReport(
        "retention?to=2025-06-01&by=",
        [
          "cohort,months,customers,retained,share",
          "2025-01,0,3,2,0.6667", "2025-01,1,3,2,0.6667", "2025-01,2,3,1,0.3333",
          "2025-01,3,3,1,0.3333", "2025-01,4,3,0,0.0000",
        ])
      try await service.expectReport(
        "retention?period=2025-03&by=storefront",
        [
          "cohort,months,storefront,customers,retained,share",
          "2025-01,2,DEU,2,1,0.5000", "2025-01,2,JPN,1,0,0.0000",
        ])
      // Apple's fiscal January 2025 ends on 02-01, and the customers began in its month 4.
      try await service.expectReport(
        "retention?to=2025-03-05&calendar=fiscal&by=",
        [
          "cohort,months,customers,retained,share",
          "2025-04,0,3,2,0.6667", "2025-04,1,3,2,0.6667",
        ])
    }
  }

  @Test func `what became known later is left out, and the rest is from the projection`()
    async throws
  {
    try await TestService.with { service in
      try await service.ledger.record(Self.before)
      try await service.ledger.project()
      let early = try await service.reportRows("subscribers?from=2025-04-01&to=2025-06-01&by=")
      #expect(early == [Self.ends, "1,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0"])
      let moment = try await service.ledger.log.cut().moment
      try await service.ledger.record(Self.after)
      try await service.ledger.project()
      let late = try await service.reportRows("subscribers?from=2025-04-01&to=2025-06-01&by=")
      #expect(late == [Self.ends, "1,0,0,0,1,0,0,0,0,0,0,0,2,0,0,0,0,0"])
      let known = "subscribers?from=2025-04-01&to=2025-06-01&by=&knownAt=\(moment)"
      try await service.expectReport(known, early)
    }
  }

  /// A paid month, a free one and a paid one again: who does not pay is lost to the revenue, though served.
  @Test func `a free month between paid ones is churn and a return`() async throws {
    var free = PaidMonths("6000")
    free.price = 0
    let events =
      PaidMonths("6000").events(1) + free.events(1, from: 1)
      + PaidMonths("6000").events(1, from: 2)
    try await TestService.with { service in
      try await service.ledger.record(events)
      try await service.ledger.project()
      let rows = try await service.reportRows("mrr?from=2025-01-01&to=2025-03-15&by=")
      #expect(rows.dropFirst() == ["EUR,0,9990,9990,0,0,0,0,9990,9990,1,0"])
    }
  }

  /// The service runs for twenty more days, and for the time from a hundred days ahead on nothing is known.
  @Test func `a time ahead begins and ends with the subscribers of now`() async throws {
    var months = PaidMonths("6000")
    months.start = Instant(Date(timeIntervalSinceNow: -10 * 86_400))
    let events = months.events(1)
    let day = CivilDate(of: Instant(Date(timeIntervalSinceNow: 100 * 86_400)))
    try await TestService.with { service in
      try await service.ledger.record(events)
      try await service.ledger.project()
      let rows = try await service.reportRows("subscribers?from=\(day)&by=")
      #expect(rows == [Self.ends, "1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0"])
    }
  }

  @Test func `a calendar without a period is for retention alone`() async throws {
    try await TestService.with { service in
      let refused = try await service.get("/v1/reports/mrr?calendar=fiscal")
      #expect(refused.status == 400)
      #expect(refused.body.contains("`calendar` needs `period`"))
    }
  }
}
