import Ledger
import Testing

/// The monthly plan with a commitment of twelve months, canceled in the third.
struct CommitmentTests {
  private func given(_ count: Int, canceled: (flag: Bool, commitment: Bool) = (true, true)) -> Given
  {
    var given = Given()
    given.currency = "EUR"
    let dates = months(12, from: "2026-01-01")
    for number in 1...count {
      given.bought(
        TransactionID("\(number)"), from: on(dates[number - 1]), to: on(dates[number]),
        reason: number == 1 ? "PURCHASE" : "RENEWAL", plan: "MONTHLY", price: 9_990,
        commitment: Commitment(
          period: Int32(number), of: 12, expiresDate: day(on(dates[12])), price: 119_880))
    }
    given.renews(
      said: on(dates[count]) - 10, autoRenew: !canceled.flag, renewalDate: on(dates[count]),
      price: 9_990,
      commitment: CommitmentRenewal(
        productID: "gold.monthly", autoRenew: !canceled.commitment,
        renewalDate: day(on(dates[12])), price: 9_990))
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
}
