import Foundation
import Ledger
import Testing

/// Single cases that random lives did not contain, with figures worked out by hand.
struct TenureCaseTests {
  /// Returns a moment as the number that `day(_:)` takes.
  private static func at(_ text: String) -> Double {
    let moment = Instant("\(text):00Z") ?? day(.nan)
    return Double((moment - day(0)).components.seconds) / 86_400
  }

  /// Returns monthly charges on the same day of each month.
  private static func monthly(
    _ count: Int, from start: String, at hour: String, refunding refunded: ClosedRange<Int>,
    on date: String
  ) -> Given {
    var given = Given()
    let dates = months(count, from: start)
    for number in 1...count {
      given.bought(
        TransactionID("\(number)"), from: at("\(dates[number - 1])T\(hour)"),
        to: at("\(dates[number])T\(hour)"),
        revocation: refunded.contains(number) ? refund(on: at(date)) : .absent,
        reason: number == 1 ? "PURCHASE" : "RENEWAL", said: at(date) + 0.1)
    }
    return given
  }

  /// Returns a revocation as receipts and older facts tell one, with any type or none.
  private static func revocation(on number: Double, _ type: String?) -> Asserted<Revocation> {
    .present(Revocation(date: day(number), type: type))
  }

  /// A year by the calendar of Los Angeles, whose summer time began on 9 March 2025 and on 8 March
  /// 2026, has an hour less than 365 days.
  @Test func `a year that summer time shortens is a year`() {
    var given = Given()
    given.bought(
      "1", from: Self.at("2025-03-08T18:00"), to: Self.at("2026-03-08T17:00"), reason: "PURCHASE")
    given.bought(
      "2", from: Self.at("2026-03-08T17:00"), to: Self.at("2027-03-08T18:00"), reason: "RENEWAL")
    #expect(given.daysBefore("2") == 365 - oneHour)
    #expect(given.rate("2")?.description == "0.15")
  }

  @Test func `before that year is over the reduced rate is foretold for its end`() throws {
    var given = Given()
    given.bought(
      "1", from: Self.at("2025-03-08T18:00"), to: Self.at("2026-03-08T17:00"), reason: "PURCHASE")
    #expect(
      try given.tenure(on: Self.at("2026-03-01T00:00")).reducedRateFrom
        == Instant("2026-03-08T17:00:00Z"))
  }

  /// From 5 October 10:00 to 4 December 9:30 in Los Angeles, where the clock went back on
  /// 2 November, are sixty days and half an hour.
  @Test func `a gap of sixty days that winter time lengthens restarts nothing`() {
    var given = Given()
    given.bought(
      "1", from: Self.at("2025-09-05T17:00"), to: Self.at("2025-10-05T17:00"), reason: "PURCHASE")
    given.bought("2", from: Self.at("2025-12-04T17:30"), to: Self.at("2026-01-04T17:30"))
    #expect(given.daysBefore("2") == 30)
  }

  /// Twenty charges from 20 January 2024; months 12, 13 and 14 (31, 31 and 28 days) were refunded on
  /// 10 March 2025, in the fourteenth. From 20 January 2024 to 20 March 2025 are 425 days, to
  /// 20 April 456, to 25 April 461.
  @Test func `refunds of past months take their days and open no gap`() throws {
    let given = Self.monthly(
      20, from: "2024-01-20", at: "10:00", refunding: 12...14, on: "2025-03-10T10:00")
    let tenure = try given.tenure(on: Self.at("2025-04-25T10:00"))
    #expect(tenure.daysOfPaidService == 461 - 90)
    #expect(given.daysBefore("15") == 335)  // 425 - 90
    #expect(given.rate("15")?.description == "0.30")
    #expect(given.daysBefore("16") == 366)  // 456 - 90
    #expect(given.rate("16")?.description == "0.15")
  }

  /// The year 2024 was refunded in the third year: 365 days of 2023 and 19 of 2025 stay.
  @Test func `a year refunded after its end takes its days and no others`() throws {
    var given = Given()
    let refunded = refund(on: Self.at("2025-01-15T00:00"))
    for (number, year) in [2_023, 2_024, 2_025].enumerated() {
      given.bought(
        TransactionID("\(number)"), from: on("\(year)-01-01"), to: on("\(year + 1)-01-01"),
        revocation: year == 2_024 ? refunded : .absent,
        reason: number == 0 ? "PURCHASE" : "RENEWAL", said: Self.at("2025-01-16T00:00"))
    }
    let tenure = try given.tenure(on: on("2025-01-20"))
    #expect(tenure.daysOfPaidService == 365 + 19)
    #expect(tenure.state == .accruing)
  }

  @Test func `a refund that ended the service leaves the end of the period before`() throws {
    let given = Self.monthly(
      3, from: "2025-01-20", at: "10:00", refunding: 3...3, on: "2025-03-25T10:00")
    let tenure = try given.tenure(on: Self.at("2025-04-10T10:00"))
    #expect(tenure.daysOfPaidService == 59)
    #expect(tenure.restartsAt == day(Self.at("2025-03-20T10:00") + 60 + oneHour))
  }

  /// The refunded month is followed only from 20 March on: on the day before, it has no end.
  @Test func `a later period keeps alive only once it began`() throws {
    let given = Self.monthly(
      3, from: "2025-01-20", at: "10:00", refunding: 2...2, on: "2025-03-10T10:00")
    let before = try given.tenure(on: Self.at("2025-03-19T10:00"))
    #expect(before.daysOfPaidService == 31)
    #expect(before.restartsAt == day(Self.at("2025-02-20T10:00") + 60 + oneHour))
    let after = try given.tenure(on: Self.at("2025-03-21T10:00"))
    #expect(after.daysOfPaidService == 31 + 1)
  }

  @Test func `an upgrade that carries a revocation date keeps its paid days`() throws {
    for type in [nil, "REFUND_PRORATED"] as [String?] {
      var given = Given()
      given.bought(
        "1", from: 0, to: 30, upgraded: true, revocation: Self.revocation(on: 10, type),
        reason: "PURCHASE", said: 10)
      given.bought("2", from: 10, to: 40, reason: "PURCHASE", said: 10)
      let tenure = try given.tenure(on: 20)
      #expect(tenure.transactions.map(\.paidDays) == [10, 10])
    }
  }

  @Test func `an upgrade typed as refunded in full keeps none`() throws {
    var given = Given()
    given.bought(
      "1", from: 0, to: 30, upgraded: true, revocation: refund(on: 10), reason: "PURCHASE", said: 10
    )
    given.bought("2", from: 10, to: 40, reason: "PURCHASE", said: 10)
    #expect(try given.tenure(on: 20).transactions.map(\.paidDays) == [0, 10])
  }

  @Test func `an upgrade to a bundle ends at its revocation date`() throws {
    var given = Given()
    given.bought(
      "1", from: 0, to: 30, upgraded: true, revocation: Self.revocation(on: 10, nil),
      reason: "PURCHASE", said: 12)
    let tenure = try given.tenure(on: 20)
    #expect(tenure.daysOfPaidService == 10)
    #expect(tenure.restartsAt == day(70 + oneHour))
  }

  @Test func `a renewal charged ahead and replaced before it began was never earned`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, reason: "PURCHASE", said: 29)
    given.bought("2", from: 30, to: 60, upgraded: true, reason: "RENEWAL", said: 28)
    given.bought("3", from: 29, to: 59, reason: "PURCHASE", said: 29)
    let history = try #require(given.histories.first)
    #expect(history.periods.first { $0.transactionID == "2" }?.charge == nil)
    #expect(history.evaluate(at: day(50)).daysOfPaidService == 50)
  }

  /// The old period ended on 26 February; Apple began a whole month on 5 March, and summer time
  /// made it an hour shorter than thirty-one days.
  @Test func `a recovery within grace counts one month, also where summer time shortens it`() throws
  {
    var given = Given()
    given.bought(
      "1", from: Self.at("2025-01-26T10:00"), to: Self.at("2025-02-26T10:00"), reason: "PURCHASE")
    given.renews(
      said: Self.at("2025-02-26T11:00"), renewalDate: Self.at("2025-02-26T10:00"),
      grace: Self.at("2025-03-14T10:00"), retry: true)
    given.bought(
      "2", from: Self.at("2025-03-05T10:00"), to: Self.at("2025-04-05T09:00"), reason: "RENEWAL")
    #expect(
      try given.tenure(on: Self.at("2025-05-01T00:00")).transactions.map(\.paidDays) == [31, 30])
  }

  @Test(
    arguments: [(10.0, 67_000, 10), (10, 100_000, 0), (40, 50_000, 30)] as [(Double, Int32, Int)])
  func `a part refunded ends the period, all of it takes it away, after the expiry nothing`(
    date: Double, percentage: Int32, days: Int
  ) throws {
    var given = Given()
    given.bought(
      "1", from: 0, to: 30,
      revocation: .present(
        Revocation(date: day(date), reason: 1, type: "REFUND_PRORATED", percentage: percentage)),
      reason: "PURCHASE", said: date)
    #expect(try given.tenure(on: 45).transactions.map(\.paidDays) == [days])
  }

  @Test(
    arguments: [
      (361.5 - oneSecond, false), (361.5, true), (364.5, true), (365 - oneHour - oneSecond, true),
      (365 - oneHour, false), (366, false),
    ] as [(Double, Bool)])
  func `the rate of a charge that comes just short of a year is uncertain`(
    length: Double, isUncertain: Bool
  ) throws {
    var given = Given()
    given.bought("1", from: 0, to: length, reason: "PURCHASE")
    given.bought("2", from: length, to: length + 30, reason: "RENEWAL")
    let tenure = try given.tenure(on: 400)
    #expect(tenure.transactions.map(\.isRateUncertain) == [false, isUncertain])
  }

  @Test func `weeks are never clamped, so that fifty-two of them leave no doubt`() throws {
    for (weeks, isUncertain) in [(52, false), (51, true)] {
      var given = Given()
      for week in 0..<weeks {
        given.bought(
          TransactionID("\(week)"), from: Double(week) * 7, to: Double(week + 1) * 7,
          reason: week == 0 ? "PURCHASE" : "RENEWAL")
      }
      let end = Double(weeks) * 7
      if isUncertain { given.bought("eight days", from: end, to: end + 7.2, reason: "RENEWAL") }
      let last = isUncertain ? end + 7.2 : end
      given.bought("last", from: last, to: last + 7, reason: "RENEWAL")
      let tenure = try given.tenure(on: last + 1)
      #expect(tenure.transactions.last?.isRateUncertain == isUncertain)
    }
  }

  @Test func `what nothing was paid for has no uncertain rate`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 362, reason: "PURCHASE")
    given.bought("2", from: 362, to: 369, price: 0, offer: trial)
    #expect(try given.tenure(on: 365).transactions.map(\.isRateUncertain) == [false, false])
  }
}
