import Foundation
import Ledger
import TestSupport
import Testing

struct TenureTests {
  @Test(arguments: [
    (364.0, "0.30"), (364.5 - oneSecond, "0.30"), (364.5, "0.15"), (365 - oneHour, "0.15"),
    (365, "0.15"), (366, "0.15"),
  ])
  func `a year of service is 364 and a half days to the second`(length: Double, rate: String) {
    var given = Given()
    given.bought("1", from: 0, to: length)
    given.bought("2", from: length, to: length + 30, reason: "RENEWAL")
    #expect(given.rate("2")?.description == rate)
  }

  @Test(arguments: [
    ("2024-01-31", "2024-02-29", 29), ("2025-01-31", "2025-02-28", 28),
    ("2024-02-29", "2025-02-28", 365), ("2024-01-01", "2025-01-01", 366),
  ])
  func `leap years and month ends have the days they have`(start: String, end: String, days: Int)
    throws
  {
    var given = Given()
    given.bought("1", from: on(start), to: on(end))
    #expect(try given.tenure(on: on(end)).daysOfPaidService == days)
  }

  @Test(arguments: [(0.0, 0), (1 - oneSecond, 0), (1, 1), (29.9, 29), (30, 30)])
  func `seconds count up to the moment and days are rounded down once`(at: Double, days: Int) throws
  {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    let tenure = try given.tenure(on: at)
    #expect(tenure.daysOfPaidService == days)
    #expect(tenure.total == day(at) - day(0))
  }

  @Test func `before the first purchase there is nothing`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    let tenure = try given.tenure(on: -1)
    #expect(tenure.state == .none)
    #expect(tenure.restartsAt == nil)
    #expect(tenure.transactions.isEmpty)
    #expect(tenure.because.isEmpty)
  }

  @Test func `family shares, trials, zero prices and trust zero count no day`() throws {
    var given = Given()
    given.bought("shared", from: 0, to: 30, ownership: .familyShared)
    given.bought("heard", from: 0, to: 30, trust: .sharedSecret)
    #expect(given.histories.isEmpty)
    given.bought("trial", from: 0, to: 30, offer: trial)
    given.bought("free", from: 30, to: 60, reason: "RENEWAL", price: 0)
    #expect(try given.tenure(on: 60).state == .none)
    #expect(try given.tenure(on: 60).total == .zero)
    given.bought("paid", from: 60, to: 90, reason: "RENEWAL", trust: .receipt)
    #expect(try given.tenure(on: 90).daysOfPaidService == 30)
  }

  @Test func `another group starts at zero`() {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    var other = Given()
    other.chain = ChainID(.production, "2000")
    other.group = "silver"
    other.bought("2", from: 30, to: 60)
    let histories = ServiceHistory.histories(of: [other.state, given.state])
    #expect(histories.map(\.subscriptionGroupID) == ["gold", "silver"])
    #expect(histories[1].serviceBefore("2") == .zero)
  }

  @Test func `chains of one customer are counted together and no second twice`() throws {
    var first = Given()
    first.bought("1", from: 0, to: 30, customer: "app-1")
    var second = Given()
    second.chain = ChainID(.production, "2000")
    second.bought("2", from: 20, to: 50, customer: "app-1")
    let chains = try #require(Customer.grouping([first.state, second.state]).values.first)
    let history = try #require(ServiceHistory.histories(of: chains).first)
    #expect(history.serviceBefore("2")?.days == 20)
    let tenure = history.evaluate(at: day(50))
    #expect(tenure.daysOfPaidService == 50)
    #expect(tenure.transactions.map(\.paidDays) == [30, 20])
  }

  @Test func `an upgrade cuts the old period`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, upgraded: true, reason: "PURCHASE", said: 11)
    given.bought("2", from: 10, to: 40, product: "platinum", reason: "PURCHASE")
    #expect(given.daysBefore("2") == 10)
    let tenure = try given.tenure(on: 40)
    #expect(tenure.transactions.map(\.paidDays) == [10, 30])
  }

  @Test func `a year and the gap may be set, and are written in seconds`() throws {
    let settings = TenureSettings(yearOfService: .seconds(3_600), gapMax: .seconds(600))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let written = try encoder.encode(settings)
    #expect(
      String(decoding: written, as: UTF8.self)
        == #"{"gapSecondsMax":600,"yearOfServiceSeconds":3600}"#)
    #expect(try JSONDecoder().decode(TenureSettings.self, from: written) == settings)
    #expect(try JSONDecoder().decode(TenureSettings.self, from: Data("{}".utf8)) == .apple)
  }

  @Test func `a first copy that came late is called uncertain`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30, said: 0.5)
    given.bought("2", from: 30, to: 60, reason: "RENEWAL", said: 45)
    #expect(try given.tenure(on: 60).transactions.map(\.isUncertain) == [false, true])
  }

  @Test func `the answer names the events of its run and of the period before it`() throws {
    var given = Given()
    given.bought("1", from: 0, to: 30)
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    given.bought("3", from: 200, to: 230)
    #expect(try given.tenure(on: 50).because == [1, 2].map { EventID(lane: 1, position: $0) })
    #expect(try given.tenure(on: 210).because == [2, 3].map { EventID(lane: 1, position: $0) })
  }

  @Test func `the catalog names the group that a receipt cannot`() throws {
    var given = Given()
    given.group = nil
    given.bought("1", from: 0, to: 30, trust: .receipt)
    #expect(given.histories.isEmpty)
    #expect(TenureAudit.evaluate([given.state]) == [.groupUnknown(given.chain, "1")])
    let catalogs = try Catalogs(given.product, every: nil)
    let histories = ServiceHistory.histories(of: [given.state], catalogs: catalogs)
    #expect(histories.map(\.subscriptionGroupID) == ["gold"])
    given.group = "gold"
    given.bought("2", from: 30, to: 60, reason: "RENEWAL")
    #expect(given.daysBefore("2") == 30)
  }
}
