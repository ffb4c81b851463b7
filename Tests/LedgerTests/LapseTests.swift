import Ledger
import Testing

struct LapseTests {
  @Test(arguments: [
    (59.0, false), (60, false), (60 + oneHour - oneSecond, false), (60 + oneHour, false),
    (60 + oneHour + oneSecond, true), (61, true),
  ])
  func `more than sixty days and an hour restart`(gap: Double, restarts: Bool) throws {
    var lapse = Lapse()
    lapse.serve(until: day(30))
    #expect(lapse.restarts(at: day(30 + gap)) == restarts)
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30 + gap, to: 60 + gap)
    #expect(given.daysBefore("2") == (restarts ? 0 : 30))
  }

  @Test(arguments: [
    (59.0, Tenure.State.paused, 30), (60, .paused, 30), (60 + oneHour, .paused, 30),
    (60 + oneHour + oneSecond, .lapsed, 0), (61, .lapsed, 0),
  ])
  func `without a return tenure lapses after sixty days and an hour`(
    gap: Double, state: Tenure.State, days: Int
  ) throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    let tenure = try given.tenure(on: 30 + gap)
    #expect(tenure.state == state)
    #expect(tenure.daysOfPaidService == days)
    #expect(tenure.restartsAt == day(90 + oneHour))
  }

  @Test func `nothing restarts before there was service`() {
    #expect(Lapse().restartsAt == nil)
    #expect(!Lapse().restarts(at: day(0)))
  }

  @Test func `an earlier end does not take back a later one`() {
    var lapse = Lapse()
    lapse.serve(until: day(40))
    lapse.serve(until: day(10))
    #expect(lapse.lastEnd == day(40))
  }

  @Test func `gaps are not summed`() {
    var given = Given()
    for (index, start) in [0.0, 80, 160, 240].enumerated() {
      given.bought(TransactionID("\(index)"), from: start, to: start + 30)
    }
    #expect(given.daysBefore("3") == 90)
  }

  @Test func `a free period keeps alive and adds nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 80, to: 87, price: 0, offer: trial)
    given.bought("3", from: 140, to: 170)
    #expect(given.daysBefore("3") == 30)
    let tenure = try given.tenure(on: 85)
    #expect(tenure.state == .paused)
    #expect(tenure.restartsAt == day(147 + oneHour))
  }

  @Test func `gaps are told with their ends, the days, and whether the count restarted`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30, to: 60)
    given.bought("3", from: 70.5, to: 80)
    given.bought("4", from: 150, to: 180)
    let history = try #require(given.histories.first)
    let told = history.gaps(at: day(200))
    #expect(told.map(\.endedBy) == ["3", "4"])
    #expect(told.map(\.start) == [day(60), day(80)])
    #expect(told.map(\.end) == [day(70.5), day(150)])
    #expect(told.map(\.wholeDays) == [10, 70])
    #expect(told.map(\.restarts) == [false, true])
    #expect(history.gaps(at: day(100)).map(\.endedBy) == ["3"])
  }

  /// A refund in full on the day of purchase leaves no service that could end a gap.
  @Test func `a refunded period ends no gap`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 50, to: 80, revocation: refund(on: 55))
    given.bought("3", from: 100, to: 130)
    let gaps = try #require(given.histories.first).gaps(at: day(110))
    #expect(gaps.map(\.endedBy) == ["3"])
    #expect(gaps.map(\.wholeDays) == [70])
  }

  @Test func `the gap may be set`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 41, to: 71)
    let settings = TenureSettings(gapMax: .seconds(10 * 86_400))
    let history = ServiceHistory.histories(of: [given.state], settings: settings).first
    #expect(history?.serviceBefore("2") == .zero)
  }
}
