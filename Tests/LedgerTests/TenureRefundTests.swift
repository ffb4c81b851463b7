import Ledger
import Testing

/// Refunds, partial refunds and reversals, by their dates.
struct TenureRefundTests {
  private func prorated(on number: Double) -> Asserted<Revocation> {
    refund(on: number, type: "REFUND_PRORATED")
  }

  /// A year from 20 February is refunded on the next day. The return on 10 April is 68 days after the
  /// paid month, and 48 after the refund: it shows itself that the refunded year went on.
  @Test func `a return within a refunded year continues the count`() {
    var given = Given()
    given.bought("1", from: on("2026-01-01"), to: on("2026-02-01"))
    given.bought(
      "2", from: on("2026-02-20"), to: on("2027-02-20"), revocation: refund(on: on("2026-02-21")))
    given.bought("3", from: on("2026-04-10"), to: on("2026-05-10"))
    #expect(given.daysBefore("3") == 31)
  }

  @Test(arguments: [(49.0, 49), (50, 30), (60, 30)])
  func `a full refund takes its period away from its date on`(at: Double, days: Int) throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30, to: 60, revocation: refund(on: 50), reason: "RENEWAL", said: 50)
    #expect(try given.tenure(on: at).daysOfPaidService == days)
  }

  @Test func `a refund without a type is a full one`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: .present(Revocation(date: day(9))), said: 9)
    let tenure = try given.tenure(on: 20)
    #expect(tenure.state == .none)
    #expect(tenure.restartsAt == nil)
  }

  @Test func `a fully refunded period has no end of its own`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 60, to: 90, revocation: refund(on: 65), said: 65)
    given.bought("3", from: 91, to: 121)
    #expect(given.daysBefore("2") == 30)
    #expect(given.daysBefore("3") == 0)
  }

  @Test func `a partly refunded period ends at its refund`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: prorated(on: 10), said: 10)
    let tenure = try given.tenure(on: 25)
    #expect(tenure.daysOfPaidService == 10)
    #expect(tenure.state == .paused)
    #expect(tenure.restartsAt == day(70 + oneHour))
  }

  @Test func `a reversal gives the days back from its date on`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    given.bought("1", from: 0, to: 30, said: 20)
    #expect(try given.tenure(on: 9).daysOfPaidService == 9)
    #expect(try given.tenure(on: 15).daysOfPaidService == 0)
    #expect(try given.tenure(on: 20).daysOfPaidService == 20)
  }

  @Test(arguments: [(20.0, 365.0), (59, 365), (62, 92)])
  func `what is bought after a full refund does not end the refunded period sooner`(
    at: Double, end: Double
  ) throws {
    var given = Given()
    given.bought("1", from: 0, to: 365, revocation: refund(on: 60), said: 60)
    given.bought("2", from: 62, to: 92, reason: "PURCHASE")
    let tenure = try given.tenure(on: at)
    #expect(tenure.paidThrough == day(end))
    #expect(tenure.restartsAt == day(end + 60 + oneHour))
  }

  @Test func `a purchase refunded before a renewal begins did not take the renewal's place`() throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 365, revocation: refund(on: 50), reason: "PURCHASE", said: 50)
    given.bought("3", from: 80, to: 110, upgraded: true, reason: "RENEWAL", said: 90)
    given.bought("4", from: 85, to: 115, reason: "PURCHASE", said: 85)
    let tenure = try given.tenure(on: 100)
    #expect(tenure.transactions.map(\.paidDays) == [0, 5, 15])
  }

  @Test func `of charges at the reduced rate the first that was not refunded in full is named`()
    throws
  {
    var given = Given()
    for (number, refunded) in [true, true, false].enumerated() {
      let start = Double(number) * 365
      given.bought(
        TransactionID("\(number)"), from: start, to: start + 365,
        revocation: refunded ? refund(on: 400) : .absent,
        reason: number == 0 ? "PURCHASE" : "RENEWAL", said: start + 401)
    }
    // The second year was charged after 365 days, and given back. The third has none before it.
    #expect(given.rate("1")?.description == "0.15")
    #expect(try given.tenure(on: 390).reducedRateFrom == day(365))
    #expect(try given.tenure(on: 800).reducedRateFrom == day(1_095))
  }

  @Test func `after a reversal a period counts to its end, whatever was bought meanwhile`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: refund(on: 10), said: 10)
    given.bought("2", from: 12, to: 19, reason: "PURCHASE")
    given.bought("1", from: 0, to: 30, said: 35)
    #expect(try given.tenure(on: 34).daysOfPaidService == 7)
    let tenure = try given.tenure(on: 36)
    #expect(tenure.daysOfPaidService == 30)
    #expect(tenure.transactions.map(\.paidDays) == [30, 0])
  }

  /// Returns thirteen months from 1 January 2026, the second of which was refunded at some time.
  private func year(refunded date: Double, reversed reversal: Double? = nil) -> Given {
    var given = Given()
    let dates = months(13, from: "2026-01-01")
    given.monthly(dates)
    given.bought(
      "2", from: on(dates[1]), to: on(dates[2]), revocation: refund(on: date), reason: "RENEWAL",
      said: date)
    if let reversal {
      given.bought("2", from: on(dates[1]), to: on(dates[2]), reason: "RENEWAL", said: reversal)
    }
    return given
  }

  @Test(
    arguments: [(300, 337), (365, 337), (365 + oneSecond, 365), (380, 365)] as [(Double, Double)])
  func `a refund dated after a charge does not change what was before it`(
    date: Double, before: Double
  ) {
    #expect(year(refunded: date).daysBefore("13") == before)
  }

  @Test(arguments: [(360.0, 365.0), (365, 365), (365 + oneSecond, 337)] as [(Double, Double)])
  func `a reversal dated after a charge does not either`(reversal: Double, before: Double) {
    #expect(year(refunded: 300, reversed: reversal).daysBefore("13") == before)
  }

  @Test func `a refund asserted with a shared secret only takes nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, revocation: .silent, trust: .receipt)
    given.bought(
      "1", from: 0, to: 30, upgraded: nil, revocation: refund(on: 10), said: 10,
      trust: .sharedSecret)
    #expect(try given.tenure(on: 30).daysOfPaidService == 30)
  }
}
