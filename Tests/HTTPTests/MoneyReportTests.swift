import Access
import EventStore
import Intake
import Ledger
import Projections
import TestSupport
import Testing

@testable import HTTP

/// The reports of sales, proceeds and deferred revenue, with figures worked out by hand.
///
/// Three months of 9.99 EUR begin on 2025-01-10, 02-09 and 03-11. 9,990 milliunits hold a tax of 19 %:
/// 9,990 * 190 / 1,190 = 1,595. Apple keeps 30 % of the other 8,395: 2,519; and 15 % from 2025-02-20 on:
/// 1,259. A month of 1,500 JPY begins on 2025-01-10, with a tax of 10 %: 136,364, and 409,091 for Apple.
struct MoneyReportTests {
  private func withCharges(
    refunded: Instant? = nil, _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestService.with { service in
      var japanese = PaidMonths("4000")
      (japanese.storefront, japanese.currency, japanese.price) = ("JPN", "JPY", 1_500_000)
      japanese.refunded = refunded
      try await service.ledger.record(PaidMonths("3000").events(3) + japanese.events(1))
      _ = try await service.ledger.intake.commission.enter(
        Program.smallBusiness, of: nil, from: Instant(day: "2025-02-20"), until: nil)
      try await service.ledger.project()
      try await body(service)
    }
  }

  @Test func `sales are what was charged and what was given back in a time`() async throws {
    try await withCharges(refunded: Instant(day: "2025-03-05")) { service in
      try await service.expectReport(
        "sales?from=2025-01-01&to=2025-03-01",
        [
          "product,group,storefront,currency,charges,sales,refunds,refunded,upgraded,reversed,net,"
            + "adjustments,byRules",
          "com.example.month,group,DEU,EUR,2,19980,0,0,0,0,19980,0,0",
          "com.example.month,group,JPN,JPY,1,1500000,0,0,0,0,1500000,0,0",
        ])
      // The refund is of March, and the charge stays in January.
      try await service.expectReport(
        "sales?from=2025-03-01&to=2025-04-01&by=storefront",
        [
          "storefront,currency,charges,sales,refunds,refunded,upgraded,reversed,net,adjustments,byRules",
          "DEU,EUR,1,9990,0,0,0,0,9990,0,0",
          "JPN,JPY,0,0,1,1500000,0,0,-1500000,0,0",
        ])
    }
  }

  @Test func `proceeds are what is left after the estimated tax and the commission`() async throws {
    try await withCharges(refunded: Instant(day: "2025-03-05")) { service in
      try await service.expectReport(
        "proceeds?from=2025-01-01&to=2025-02-01&by=",
        [
          "currency,net,estimatedTax,commission,proceeds,adjustments,byRules",
          "EUR,9990,1595,2519,5876,0,0",
          "JPY,1500000,136364,409091,954545,0,0",
        ])
      // 3 * 9,990; 3 * 1,595; 2 * 2,519 + 1,259.
      try await service.expectReport(
        "proceeds?to=2025-04-01&by=",
        [
          "currency,net,estimatedTax,commission,proceeds,adjustments,byRules",
          "EUR,29970,4785,6297,18888,0,0", "JPY,0,0,0,0,0,0",
        ])
    }
  }

  /// Returns the refund of half of the last of these months.
  private func halfRefund(of events: [LedgerEvent], on date: Instant) throws -> LedgerEvent {
    guard case .chain(.transactionObserved(let fact)) = try #require(events.last) else {
      throw CancellationError()
    }
    return .chain(
      .transactionObserved(
        TransactionFact(
          chain: fact.chain, transactionID: fact.transactionID,
          purchase: fact.purchase, expiresDate: fact.expiresDate, isUpgraded: false,
          revocation: .present(
            Revocation(date: date, reason: 0, type: "REFUND_PRORATED", percentage: 50_000)),
          trust: .signed, assertedAt: date)))
  }

  /// 11,900 milliunits hold a tax of 1,900. Apple keeps 30 % of the other 10,000, or 15 % after a year.
  @Test func `commission tells what was given back, what tenure saved and what a lapse cost`()
    async throws
  {
    try await TestService.with { service in
      let (day, january) = (Duration.seconds(86_400), Instant(day: "2026-01-10"))
      func months(_ chain: OriginalTransactionID, from start: Instant) -> PaidMonths {
        var months = PaidMonths(chain)
        (months.price, months.start) = (11_900, start)
        return months
      }
      let loyal = months("4000", from: january + day * -390).events(14)
      let events =
        months("3000", from: january).events(1) + loyal
        + months("5000", from: january + day * -451).events(13)
        + months("5000", from: january + day * -600).events(1, from: 20)
        + [try halfRefund(of: loyal, on: Instant(day: "2026-02-10"))]
      try await service.ledger.record(events)
      try await service.ledger.project()
      let columns =
        "currency,rate,reason,charges,refunds,price,returned,commission,returnedCommission,"
        + "netCommission,savedByTenure,lapseCost,corrections,unpriced,uncertain,rateUncertain,"
        + "adjustments,byRules"
      try await service.expectReport(
        "commission?from=2026-01-01&to=2026-02-01&by=",
        [
          columns, "EUR,0.15,afterAYear,1,0,11900,0,1500,0,1500,1500,0,0,0,0,0,0,0",
          "EUR,0.30,firstYear,2,0,23800,0,6000,0,6000,0,1500,0,0,0,0,0,0",
        ])
      try await service.expectReport(
        "commission?from=2026-02-01&to=2026-03-01&by=",
        [columns, "EUR,0.15,afterAYear,0,1,0,5950,0,750,-750,-750,0,0,0,0,0,0,0"])
    }
  }

  @Test func `deferred revenue goes from its opening to its closing without a rest`() async throws {
    try await withCharges { service in
      // On 02-01 22 of 30 days have passed: 9,990 * 22 / 30 = 7,326, and 1,500,000 * 22 / 30 = 1,100,000.
      try await service.expectReport(
        "deferred-revenue?from=2025-01-01&to=2025-02-01&by=",
        [
          "currency,opening,billed,recognized,refunded,byRules,closing,committedMonths,committed",
          "EUR,0,9990,7326,0,0,2664,0,0",
          "JPY,0,1500000,1100000,0,0,400000,0,0",
        ])
      // The first month is earned on 02-09, and 20 days of the second: 6,660.
      try await service.expectReport(
        "deferred-revenue?from=2025-02-01&to=2025-03-01&by=",
        [
          "currency,opening,billed,recognized,refunded,byRules,closing,committedMonths,committed",
          "EUR,2664,9990,9324,0,0,3330,0,0",
          "JPY,400000,0,400000,0,0,0,0,0",
        ])
      try await service.expectReport(
        "deferred-revenue?from=2025-05-01&to=2025-06-01&by=",
        ["currency,opening,billed,recognized,refunded,byRules,closing,committedMonths,committed"])
    }
  }

  @Test func `what is refunded before it was earned leaves deferred revenue as refunded`()
    async throws
  {
    try await withCharges(refunded: Instant(day: "2025-01-20")) { service in
      // Ten of thirty days were earned: 500,000 reduce the revenue later, 1,000,000 were never earned.
      try await service.expectReport(
        "deferred-revenue?from=2025-01-01&to=2025-02-01&by=storefront",
        [
          "storefront,currency,opening,billed,recognized,refunded,byRules,closing,committedMonths,committed",
          "DEU,EUR,0,9990,7326,0,0,2664,0,0",
          "JPN,JPY,0,1500000,500000,1000000,0,0,0,0",
        ])
    }
  }

  /// Returns the report of deferred revenue at the end of a time, without the figures of prices.
  private func committed(_ query: String, of service: TestService) async throws -> [String] {
    let answer = try await service.get("/v1/reports/deferred-revenue?\(query)&by=&format=csv")
    try #require(answer.status == 200, "\(answer.body)")
    return answer.body.split(separator: "\r\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false)
      return ([cells[0]] + cells[7...8]).joined(separator: ",")
    }
  }

  /// Months from 01-10, 02-09 and 03-11. The first plan costs 12 * 9.99 EUR, of the second no price is told
  /// for the whole, and its month costs 4.99 EUR.
  @Test func `the months that customers have committed to stand beside what is owed`()
    async throws
  {
    try await TestService.with { service in
      var (first, second) = (PaidMonths("3000"), PaidMonths("4000"))
      first.commitment = (12, 119_880)
      (second.commitment, second.price) = ((6, nil), 4_990)
      try await service.ledger.record(
        first.events(2) + second.events(1) + PaidMonths("5000").events(3))
      try await service.ledger.project()
      let early = try await committed("to=2025-01-10", of: service)
      #expect(early == [])
      // 11 months of 9.99 and 5 of 4.99: 109,890 + 24,950.
      let january = try await committed("to=2025-02-01", of: service)
      #expect(january == ["EUR,16,134840"])
      // The second customer's month was not renewed; the first is in the second of twelve.
      let february = try await committed("from=2025-02-01&to=2025-03-01", of: service)
      #expect(february == ["EUR,10,99900"])
      let later = try await committed("from=2025-03-12&to=2025-04-01", of: service)
      #expect(later == ["EUR,0,0"])
    }
  }

  @Test func `a refund of the present month ends the commitment, and of an earlier one does not`()
    async throws
  {
    try await TestService.with { service in
      var months = PaidMonths("3000")
      months.commitment = (12, 119_880)
      try await service.ledger.record(
        months.events(2) + [months.refund(at: Instant(day: "2025-02-20"))])
      try await service.ledger.project()
      let earlier = try await committed("from=2025-02-01&to=2025-03-01", of: service)
      #expect(earlier == ["EUR,10,99900"])
      var present = PaidMonths("4000")
      (present.commitment, present.product) = ((12, 119_880), "com.example.other")
      try await service.ledger.record(
        present.events(1) + [present.refund(at: Instant(day: "2025-01-20"))])
      try await service.ledger.project()
      // Eleven months of the other customer alone.
      let both = try await committed("from=2025-01-01&to=2025-02-01", of: service)
      #expect(both == ["EUR,11,109890"])
    }
  }

  @Test func `a month that became known later changes no earlier answer about commitments`()
    async throws
  {
    try await TestService.with { service in
      var months = PaidMonths("3000")
      months.commitment = (12, 119_880)
      try await service.ledger.record(months.events(1))
      try await service.ledger.project()
      let before = try await service.ledger.log.cut().moment
      try await service.ledger.record(months.events(1, from: 1))
      try await service.ledger.project()
      let query = "from=2025-02-01&to=2025-03-01"
      let now = try await committed(query, of: service)
      #expect(now == ["EUR,10,99900"])
      // By what was known, service ended on 02-09.
      let past = try await committed("\(query)&knownAt=\(before)", of: service)
      #expect(past == ["EUR,0,0"])
    }
  }

  @Test func `refunds name the customer, the share, and how often the account was refunded`()
    async throws
  {
    try await TestService.with { service in
      let account = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
      _ = try await service.ledger.known(AccountID(account))
      var first = PaidMonths("4000")
      (first.token, first.refunded) = (account, Instant(day: "2025-01-20"))
      var second = PaidMonths("5000")
      (second.token, second.refunded) = (account, Instant(day: "2025-02-20"))
      var nobody = PaidMonths("6000")
      nobody.refunded = Instant(day: "2025-02-25")
      let claims = [first, second].map { months in
        LedgerEvent.account(
          .chainClaimed(
            ChainClaimed(
              chain: ChainID(.production, months.chain),
              account: service.ledger.account(AccountID(account)).reference,
              claimedAt: months.start)))
      }
      try await service.ledger.record(
        first.events(1) + second.events(2) + nobody.events(1) + claims)
      try await service.ledger.project()
      let header =
        "refundedAt,account,originalTransactionId,transactionId,product,storefront,currency,price,"
        + "refunded,share,reason,daysAfterPurchase,coinsTakenBack,coinsOwed,refundsOfAccount"
      try await service.expectReport(
        "refunds?from=2025-01-01&to=2025-02-01",
        [
          header,
          "2025-01-20T00:00:00.000Z,\(account),4000,4000100,com.example.month,DEU,EUR,9990,9990,"
            + "1.00000,,10,,,1",
        ])
      // The months of 01-10 and 02-09 were refunded on 02-20, after 41 and 11 days.
      try await service.expectReport(
        "refunds?from=2025-02-01&to=2025-03-01",
        [
          header,
          "2025-02-20T00:00:00.000Z,\(account),5000,5000100,com.example.month,DEU,EUR,9990,9990,"
            + "1.00000,,41,,,3",
          "2025-02-20T00:00:00.000Z,\(account),5000,5000101,com.example.month,DEU,EUR,9990,9990,"
            + "1.00000,,11,,,3",
          "2025-02-25T00:00:00.000Z,,6000,6000100,com.example.month,DEU,EUR,9990,9990,"
            + "1.00000,,46,,,",
        ])
    }
  }

  @Test func `chains of one customer are counted once, under the rates of both`() async throws {
    try await TestService.with { service in
      let (first, second) = (PaidMonths("3000", of: "700"), PaidMonths("5000", of: "700"))
      try await service.ledger.record(first.events(13))
      var later = second
      later.start = first.start + .seconds(13 * 30 * 86_400)
      try await service.ledger.record(later.events(1))
      try await service.ledger.project()
      // 13 months of 30 days are more than a year, so that Apple keeps 15 % of the later chain's first
      // month: twelve and one are charged within the year, since 12 * 30 days are less than a year.
      try await service.expectReport(
        "proceeds?to=2026-04-01&by=",
        [
          "currency,net,estimatedTax,commission,proceeds,adjustments,byRules",
          "EUR,\(14 * 9_990),\(14 * 1_595),\(13 * 2_519 + 1_259),"
            + "\(14 * (9_990 - 1_595) - 13 * 2_519 - 1_259),0,0",
        ])
    }
  }

  @Test(arguments: ["sales", "proceeds", "deferred-revenue"])
  func `a projection that lags makes no figures, and what was known later is left out`(
    name: String
  ) async throws {
    try await withCharges { service in
      let known = try await service.get("/v1/reports/\(name)?to=2025-12-01").decode(Cut.self)
      try await service.ledger.record(PaidMonths("3000").events(1, from: 3))
      let lagging = try await service.get("/v1/reports/\(name)")
      #expect(lagging.problem == "503 position_not_reached retryable")
      try await service.ledger.project()
      let path = "\(name)?to=2025-12-01"
      let past = try await service.reportRows("\(path)&knownAt=\(known.knownAt)")
      let now = try await service.reportRows(path)
      #expect(past.count == now.count)
      #expect(past != now)
    }
  }

  private struct Cut: Decodable {
    let knownAt: String
  }
}
