import Ledger
import Testing

/// The monthly plan with a commitment of twelve months, canceled in the third.
struct CommitmentTests {
  private func given(
    _ count: Int, from start: String = "2026-01-01",
    canceled: (flag: Bool, commitment: Bool) = (true, true), price: Int64 = 9_990
  ) -> Given {
    var given = Given()
    given.currency = "EUR"
    let dates = months(12, from: start)
    for number in 1...count {
      given.bought(
        TransactionID("\(number)"), from: on(dates[number - 1]), to: on(dates[number]),
        reason: number == 1 ? "PURCHASE" : "RENEWAL", plan: "MONTHLY", price: price,
        commitment: Commitment(
          period: Int32(number), of: 12, expiresDate: day(on(dates[12])), price: 12 * price))
    }
    given.renews(
      said: on(dates[count]) - 10, autoRenew: !canceled.flag, renewalDate: on(dates[count]),
      price: price,
      commitment: CommitmentRenewal(
        productID: "gold.monthly", autoRenew: !canceled.commitment,
        renewalDate: day(on(dates[12])), price: price))
    return given
  }

  @Test func `the status tells its place, its price and the payments left`() {
    let status = given(3).status(on: on("2026-03-20"))
    #expect(status?.commitment?.period == 3)
    #expect(status?.commitment?.paymentsLeft == 9)
    #expect(status?.commitment?.price == 119_880)
    #expect(status?.commitment?.expiresDate == day(on("2027-01-01")))
    #expect(status?.commitmentRenewal?.autoRenew == false)
  }

  /// It is not confirmed which flag a cancellation clears.
  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `canceling in month 3 does not end month 4`(flag: Bool, commitment: Bool) {
    let given = given(3, canceled: (flag, commitment))
    #expect(given.entitlements(on: on("2026-03-20")).first?.willRenew == true)
    #expect(given.status(on: on("2026-04-02"))?.renewalOverdue == true)
    #expect(given.status(on: on("2026-03-20"))?.renewalOverdue == false)
  }

  @Test(arguments: [(true, true), (true, false), (false, true)])
  func `the twelfth month is the last one after a cancellation`(flag: Bool, commitment: Bool) {
    let given = given(12, canceled: (flag, commitment))
    #expect(given.entitlements(on: on("2026-12-20")).first?.willRenew == false)
    #expect(given.status(on: on("2027-01-02"))?.renewalOverdue == false)
    #expect(given.status(on: on("2027-01-02"))?.status == .expired)
  }

  @Test func `without a cancellation the thirteenth month is awaited`() {
    let given = given(12, canceled: (false, false))
    #expect(given.entitlements(on: on("2026-12-20")).first?.willRenew == true)
    #expect(given.status(on: on("2027-01-02"))?.renewalOverdue == true)
  }

  @Test func `what Apple told about the end of the subscription is not awaited`() {
    var given = given(3)
    given.renews(said: on("2026-07-01"), autoRenew: false, renewalDate: on("2026-04-01"), intent: 2)
    #expect(given.status(on: on("2026-07-02"))?.renewalOverdue == false)
    var refunded = self.given(3)
    refunded.bought(
      "3", from: on("2026-03-01"), to: on("2026-04-01"), revocation: refund(on: on("2026-03-10")),
      reason: "RENEWAL", plan: "MONTHLY", price: 9_990, said: on("2026-03-10"),
      commitment: Commitment(period: 3, of: 12))
    #expect(refunded.status(on: on("2026-04-02"))?.renewalOverdue == false)
  }

  /// From 20 March on nine payments are left, at 0.30 all of them: 12 × 30.4 days are a year only after
  /// the last. The saving begins with a thirteenth, which does not come.
  @Test func `service goes on to the end of the commitment`() throws {
    let history = try #require(given(3).histories.first)
    let forecast = history.forecast(at: day(on("2026-03-20")))
    #expect(forecast.endsAt == day(on("2027-01-01")))
    #expect(history.saving(at: day(on("2026-03-20")), in: game, isAsTold: true)?.amount == 0)
    #expect(history.saving(at: day(on("2026-03-20")), in: game)?.amount == 4_494)
  }

  @Test func `each paid month counts as a month`() throws {
    #expect(try given(12).tenure(on: on("2027-01-01")).daysOfPaidService == 365)
  }

  /// The catalog sells a year, as App Store Connect does. From 10 September 2026 the thirteenth charge is that
  /// of 10 September 2027, after 365 days. On 28 November three of the next twelve charges follow it: of
  /// 8.990, 1.348 each.
  @Test func `a year that is billed by the month renews by the month`() throws {
    let given = given(3, from: "2026-09-10", canceled: (false, false), price: 8_990)
    let history = try #require(
      ServiceHistory.histories(
        of: [given.state], catalogs: try Catalogs("gold.monthly", every: .months(12))
      ).first)
    let moment = day(on("2026-11-28"))
    // Months from November's 16:00 in Los Angeles end at 16:00 of summer time.
    #expect(history.evaluate(at: moment).reducedRateFrom == Instant("2027-09-09T23:00:00Z"))
    #expect(history.saving(at: moment, in: game, isAsTold: true)?.amount == 4_044)
  }

  /// Apple told in the last month that the next period is paid at once: it is the catalog's year.
  @Test(arguments: [("MONTHLY", "2027-02-01"), ("BILLED_UPFRONT", "2028-01-01")])
  func `after the last month the plan that Apple told renews`(plan: String, next: String) throws {
    var given = given(12, canceled: (false, false))
    given.bills(said: on("2026-12-25"), plan, renewalDate: on("2027-01-01"))
    let settings = TenureSettings(yearOfService: .seconds(366 * 86_400))
    let history = try #require(
      ServiceHistory.histories(
        of: [given.state], catalogs: try Catalogs("gold.monthly", every: .months(12)),
        settings: settings
      ).first)
    #expect(history.evaluate(at: day(on("2026-12-20"))).reducedRateFrom == day(on(next)))
  }

  @Test(arguments: [1, 6, 11, 12])
  func `every month of a commitment recurs by the month`(count: Int) throws {
    let given = given(count, from: "2025-12-01", price: 8_990)
    let catalogs = try Catalogs("gold.monthly", every: .months(12))
    let last = try #require(given.histories.first?.periods.last)
    #expect(MonthlyPrice.of(last, catalogs) == 8_990)
  }

  /// The fourth month is charged some days after the third has ended.
  @Test(arguments: [(60.0, false), (60 + oneSecond, true), (75, true), (90, true)])
  func `the rate of a month recovered after more than sixty days is uncertain`(
    days: Double, isUncertain: Bool
  ) throws {
    var given = given(3)
    let start = on("2026-04-01") + days
    given.bought(
      "4", from: start, to: start + 31, reason: "RENEWAL", plan: "MONTHLY", price: 9_990,
      commitment: Commitment(period: 4, of: 12))
    given.bought(
      "5", from: start + 31, to: start + 61, reason: "RENEWAL", plan: "MONTHLY", price: 9_990,
      commitment: Commitment(period: 5, of: 12))
    let transactions = try given.tenure(on: start + 40).transactions
    #expect(transactions.map(\.isRateUncertain) == [false, false, false, isUncertain, false])
    var book = CommissionBook()
    for event in given.events { book.record(event) }
    #expect(book.lines.map(\.doubt.rate) == [false, false, false, isUncertain, false])
  }

  /// Whoever buys again chose to, and a plan without a commitment is not tried for so long.
  @Test(arguments: [("PURCHASE", "MONTHLY"), ("RENEWAL", "BILLED_UPFRONT")])
  func `no other late charge is uncertain`(reason: String, plan: String) throws {
    var given = Given()
    given.bought("1", from: 0, to: 31, reason: "PURCHASE", plan: plan, price: 9_990)
    given.bought("2", from: 106, to: 137, reason: reason, plan: plan, price: 9_990)
    #expect(try given.tenure(on: 110).transactions.map(\.isRateUncertain) == [false, false])
  }
}
