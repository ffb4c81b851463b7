import Ledger
import Testing

/// Months that Apple's signature tells in milliseconds, some of which a receipt tells in whole seconds,
/// with figures worked out by hand.
struct CompletedDatesTests {
  /// 84 seconds and 375 milliseconds.
  private static let late = 1.0 / 1_024

  /// Returns the thirteen months from 1 January 2026 on, each beginning 375 milliseconds after a second.
  private static func year(receipts: some Sequence<Int>) -> Given {
    var given = Given()
    let dates = months(13, from: "2026-01-01").map { on($0) + late }
    for (index, (start, end)) in zip(dates, dates.dropFirst()).enumerated() {
      given.bought(
        TransactionID("\(index + 1)"), from: start, to: end,
        reason: index == 0 ? "PURCHASE" : "RENEWAL")
    }
    return given.telling(receipts.map { TransactionID("\($0)") })
  }

  @Test(arguments: [[], [12], [1], [6], [2, 3, 4], Array(2...13), Array(1...12), Array(1...13)])
  func `a year of months is 365 days, whichever of them a receipt tells`(receipts: [Int]) throws {
    let given = Self.year(receipts: receipts)
    #expect(given.daysBefore("13") == 365)
    #expect(given.rate("13")?.description == "0.15")
    #expect(try given.tenure(on: on("2027-02-01") + Self.late).total.wholeDays == 396)
  }

  /// The receipt came first, and the first expiry known is the one that it cut.
  @Test func `a month that is signed after a receipt told it has 31 days`() throws {
    var given = Given()
    given.bought("1", from: Self.late, to: 31 + Self.late, reason: "PURCHASE")
    let told = given.telling(["1"], first: true)
    #expect(try told.tenure(on: 40).total == .seconds(31 * 86_400))
  }

  /// The second month was charged within grace, on its sixth day, and kept the day of renewal.
  @Test func `a month that a receipt tells after grace ends in the second in which it renews`()
    throws
  {
    var given = Given()
    given.bought("1", from: Self.late, to: 30 + Self.late, reason: "PURCHASE")
    given.renews(
      said: 30.5, renewalDate: 30 + Self.late, grace: 46 + Self.late, retry: true, intent: 2)
    given.bought("2", from: 35.25, to: 60 + Self.late, reason: "RENEWAL")
    #expect(try given.tenure(on: 61).total == .seconds(60 * 86_400))
    #expect(try given.telling(["2"]).tenure(on: 61).total == .seconds(60 * 86_400))
  }

  /// Half of 5,001 coins is 2,500.5, which is rounded up; without the milliseconds it would be less.
  @Test func `the share of a month that a receipt told first has no cut end`() throws {
    var given = Given()
    given.bought("1", from: Self.late, to: 30 + Self.late, reason: "PURCHASE")
    given = given.telling(["1"], first: true)
    given.bought("2", from: 15 + Self.late, to: 45 + Self.late, reason: "PURCHASE")
    given.bought(
      "1", from: Self.late, to: 30 + Self.late, upgraded: true, reason: "PURCHASE", said: 16)
    given.grant(by: try Catalogs(goldMonthly(5_001)))
    let status = try #require(given.book.statuses.first { $0.grant.transactionID == "1" })
    #expect(status.takenBack == 2_501)
  }
}
