import Ledger
import Testing

struct TenureStatusTests {
  private func status(_ given: Given, on number: Double) -> TenureStatus? {
    given.histories.first.flatMap {
      TenureStatus($0, at: day(number), in: "com.example.game")
    }
  }

  @Test(arguments: [
    (0.0, 0), (90 - oneSecond, 0), (90, 90), (180 - oneSecond, 90), (180, 180), (270, 270),
    (364.5 - oneSecond, 270), (364.5, 365), (365, 365), (399, 365),
  ])
  func `the distribution has a bucket each ninety days, and the year`(
    number: Double, bucket: Int
  ) {
    var given = Given()
    given.bought("1", from: 0, to: 400)
    #expect(status(given, on: number)?.bucketDays == bucket)
  }

  @Test func `who loses it sixty days after the end is within seven days of it from day 83 on`()
    throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    for (number, isWithin) in [
      (83 + oneHour, false), (83 + oneHour + oneSecond, true), (90, true), (91, false),
    ] {
      let status = try #require(self.status(given, on: number))
      #expect(status.lapses(within: 7, of: day(number)) == isWithin, "day \(number)")
    }
    #expect(status(given, on: 40)?.keptUntil == day(90 + oneHour))
  }

  @Test func `service that was canceled ends with its period, within seven days from day 23 on`()
    throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.renews(said: 20, autoRenew: false, renewalDate: 30)
    for (number, isWithin) in [(23, false), (23 + oneSecond, true), (29.9, true), (30, false)] {
      let status = try #require(self.status(given, on: number))
      #expect(status.ends(within: 7, of: day(number)) == isWithin, "day \(number)")
    }
    #expect(status(given, on: 29)?.endsAt == day(30))
  }

  @Test func `the grace after a later period is no service before it`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 400, price: 99_990)
    given.bought("2", from: 420, to: 451, price: 9_990)
    given.renews(said: 451, renewalDate: 451, price: 9_990, grace: 467, retry: true, intent: 2)
    #expect(try #require(status(given, on: 410)).savingToCome == 0)
    #expect(try #require(status(given, on: 410)).saving ?? 0 > 0)
    #expect(try #require(status(given, on: 455)).savingToCome ?? 0 > 0)
  }

  /// The charge of 2027-01-01 has 365 days before it, that of the month before 334.
  @Test func `the year was reached with the first charge after it, also once it has lapsed`() throws
  {
    var given = Given()
    given.monthly(months(14, from: "2026-01-01"))
    #expect(status(given, on: 364)?.reachedYear == nil)
    #expect(status(given, on: 400)?.reachedYear == day(365))
    let lapsed = try #require(status(given, on: 600))
    #expect(lapsed.tenure.state == .lapsed)
    #expect(lapsed.reachedYear == day(365))
  }

  @Test func `a first charge after the year that was refunded in full reached nothing`() {
    var given = Given()
    given.monthly(months(14, from: "2026-01-01"))
    given.bought(
      "13", from: 365, to: 396, revocation: refund(on: 398), reason: "RENEWAL", said: 398)
    #expect(status(given, on: 397)?.reachedYear == day(365))
    #expect(status(given, on: 398)?.reachedYear == day(396))
  }

  @Test func `a trial ends where renewals are switched off, also of an unknown plan`() {
    var given = Given()
    given.bought("1", from: 0, to: 7, reason: "PURCHASE", price: 0, offer: trial)
    given.renews(said: 1, autoRenew: false, renewalDate: 7)
    #expect(status(given, on: 3)?.endsAt == day(7))
  }

  /// 400 days have a year of service in them. Their refund ends the grace after them.
  @Test func `who was refunded within grace has no renewals to come`() throws {
    var given = Given()
    given.currency = "EUR"
    given.bought("1", from: 0, to: 400, price: 99_990)
    given.renews(said: 400, renewalDate: 400, price: 9_990, grace: 416, retry: true, intent: 2)
    #expect(try #require(status(given, on: 410)).savingToCome ?? 0 > 0)
    given.bought("1", from: 0, to: 400, revocation: refund(on: 405), price: 99_990, said: 405)
    #expect(try #require(status(given, on: 410)).savingToCome == 0)
    #expect(try #require(status(given, on: 404)).savingToCome ?? 0 > 0)
  }

  @Test func `before any service there is no bucket`() {
    var given = Given()
    given.bought("1", from: 5, to: 30)
    #expect(status(given, on: 4) == nil)
  }
}
