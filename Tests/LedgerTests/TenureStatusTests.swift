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

  @Test func `before any service there is no bucket`() {
    var given = Given()
    given.bought("1", from: 5, to: 30)
    #expect(status(given, on: 4) == nil)
  }
}
