import Foundation
import Ledger
import TestSupport
import Testing

/// Non-renewing subscriptions, whose length only the catalog tells. Day 0 is 1 January 2026.
struct NonRenewingTests {
  private static func pass(_ period: BillingPeriod?) -> CatalogProduct {
    CatalogProduct("season", type: .nonRenewing, period: period)
  }

  private static func catalogs(_ period: BillingPeriod?, from: Double = -1_000) throws -> Catalogs {
    try Catalogs([(from, [pass(period)])])
  }

  /// Returns the chain of one purchase.
  private static func bought(
    _ id: String, on number: Double, quantity: Int32 = 1,
    revocation: Asserted<Revocation> = .absent, said: Double? = nil
  ) -> Given {
    var given = Given(
      chain: ChainID(.production, OriginalTransactionID(id)), product: "season",
      type: .nonRenewing, group: nil)
    given.boughtGems(
      TransactionID(id), on: number, quantity: quantity, revocation: revocation, said: said)
    return given
  }

  private static func evaluate(
    _ chains: [Given], on number: Double, _ catalogs: Catalogs
  ) -> [Entitlement] {
    Entitlements.evaluate(chains.map(\.state), at: day(number), catalogs: catalogs)
  }

  private static func end(
    _ chains: [Given], on number: Double, _ catalogs: Catalogs
  ) -> Instant? {
    evaluate(chains, on: number, catalogs).first?.expiresAt
  }

  @Test func `a pass of three months ends on the same day of the third month`() throws {
    let (chains, catalogs) = ([Self.bought("1", on: 0)], try Self.catalogs(.months(3)))
    let pass = try #require(Self.evaluate(chains, on: 0, catalogs).first)
    #expect(pass.startsAt == day(0))
    #expect(pass.expiresAt == Instant("2026-04-01T00:00:00Z"))
    #expect(Self.evaluate(chains, on: 90 - oneSecond, catalogs).count == 1)
    #expect(Self.evaluate(chains, on: 90, catalogs).isEmpty)
  }

  @Test func `a pass bought meanwhile begins when the first ends`() throws {
    let (chains, catalogs) = (
      [Self.bought("1", on: 0), Self.bought("2", on: 60)], try Self.catalogs(.months(3))
    )
    #expect(Self.end(chains, on: 59, catalogs) == Instant("2026-04-01T00:00:00Z"))
    let passes = Self.evaluate(chains, on: 60, catalogs)
    #expect(passes.map(\.expiresAt) == [Instant("2026-07-01T00:00:00Z")])
    #expect(passes.map(\.startsAt) == [day(0)])
    #expect(passes.map(\.transactionID) == ["2"])
    #expect(passes.first?.because.count == 1, "both events have the position 1 of their chain")
  }

  /// Counted from the start of the run, the end of February takes no day away: not 28 March.
  @Test func `months are counted from the start of the run`() throws {
    let (chains, catalogs) = (
      [Self.bought("1", on: 30), Self.bought("2", on: 40)], try Self.catalogs(.months(1))
    )
    #expect(Self.end(chains, on: 39, catalogs) == Instant("2026-02-28T00:00:00Z"))
    #expect(Self.end(chains, on: 40, catalogs) == Instant("2026-03-31T00:00:00Z"))
  }

  @Test func `a quantity of three is three passes`() throws {
    let chains = [Self.bought("1", on: 0, quantity: 3)]
    #expect(Self.end(chains, on: 1, try Self.catalogs(.days(30))) == day(90))
  }

  @Test func `after a gap a new run begins`() throws {
    let (chains, catalogs) = (
      [Self.bought("1", on: 0), Self.bought("2", on: 40)], try Self.catalogs(.days(30))
    )
    #expect(Self.evaluate(chains, on: 35, catalogs).isEmpty)
    #expect(Self.evaluate(chains, on: 41, catalogs).map(\.startsAt) == [day(40)])
    #expect(Self.end(chains, on: 41, catalogs) == day(70))
  }

  @Test func `a pass bought at the very end follows`() throws {
    let (chains, catalogs) = (
      [Self.bought("1", on: 0), Self.bought("2", on: 30)], try Self.catalogs(.days(30))
    )
    #expect(Self.evaluate(chains, on: 31, catalogs).map(\.startsAt) == [day(0)])
    #expect(Self.end(chains, on: 31, catalogs) == day(60))
  }

  /// The first is refunded on day 50: from then on the second counts from its own date.
  @Test func `a refunded pass is left out from its refund`() throws {
    let catalogs = try Self.catalogs(.days(30))
    let second = Self.bought("2", on: 20)
    let chains = [Self.bought("1", on: 0, revocation: refund(on: 45), said: 46), second]
    #expect(Self.end(chains, on: 44, catalogs) == day(60))
    #expect(Self.end(chains, on: 45, catalogs) == day(50))
    #expect(Self.evaluate(chains, on: 50, catalogs).isEmpty)
    var first = chains[0]
    first.boughtGems("1", on: 0, said: 48)
    #expect(Self.end([first, second], on: 48, catalogs) == day(60))
  }

  /// A third of three is one, a half two: 1.5 is rounded up. 16.666 % of three are 0.49998: nothing.
  @Test(
    arguments: [(33_333, 60), (50_000, 30), (16_666, 90), (16_667, 60)] as [(Int32, Double)])
  func `a refund in part takes whole passes of several`(percentage: Int32, end: Double) throws {
    let chains = [
      Self.bought(
        "1", on: 0, quantity: 3, revocation: partialRefund(percentage, on: 20), said: 21)
    ]
    let catalogs = try Self.catalogs(.days(30))
    #expect(Self.end(chains, on: 19, catalogs) == day(90))
    #expect(Self.end(chains, on: 20, catalogs) == day(end))
  }

  @Test func `a refund that leaves no whole pass takes all of them`() throws {
    let chains = [
      Self.bought("1", on: 0, quantity: 2, revocation: partialRefund(75_000, on: 20), said: 21)
    ]
    #expect(Self.evaluate(chains, on: 20, try Self.catalogs(.days(30))).isEmpty)
    #expect(Self.evaluate(chains, on: 20, try Self.catalogs(nil)).isEmpty)
  }

  /// Half of three months, 90 days from 1 January, are 45; of a pass without a length half is for ever.
  @Test func `a refund in part takes a share of the time of a single pass, from its end`() throws {
    let chains = [Self.bought("1", on: 0, revocation: partialRefund(50_000, on: 20), said: 21)]
    #expect(Self.end(chains, on: 20, try Self.catalogs(.months(3))) == day(45))
    #expect(Self.evaluate(chains, on: 45, try Self.catalogs(.months(3))).isEmpty)
    #expect(Self.evaluate(chains, on: 900, try Self.catalogs(nil)).map(\.expiresAt) == [nil])
  }

  /// The first pass ends on day 15, a half of thirty days. Bought before that day, the second follows it;
  /// bought after it, the second begins anew.
  @Test(arguments: [(10.0, 0.0, 45.0), (18, 18, 48)])
  func `a pass follows the end that a refund left`(bought: Double, start: Double, end: Double)
    throws
  {
    let chains = [
      Self.bought("1", on: 0, revocation: partialRefund(50_000, on: 20), said: 21),
      Self.bought("2", on: bought),
    ]
    let passes = Self.evaluate(chains, on: 21, try Self.catalogs(.days(30)))
    #expect(passes.map(\.startsAt) == [day(start)])
    #expect(passes.map(\.expiresAt) == [day(end)])
  }

  @Test func `a refund that only a shared secret told takes the pass`() throws {
    var given = Self.bought("1", on: 0)
    given.boughtGems("1", on: 0, revocation: .present(Revocation(date: day(9))), said: 9)
    var unsigned = Given(
      chain: ChainID(.production, "2"), product: "season", type: .nonRenewing, group: nil)
    unsigned.boughtGems(
      "2", on: 0, revocation: .present(Revocation(date: day(9))), said: 9, trust: .sharedSecret)
    #expect(Self.evaluate([given], on: 10, try Self.catalogs(.days(30))).isEmpty)
    #expect(Self.evaluate([unsigned], on: 10, try Self.catalogs(.days(30))).isEmpty)
  }

  /// A month and thirty days from 1 January: 1 February, then 3 March.
  @Test func `each pass has the length of its purchase`() throws {
    let catalogs = try Catalogs([
      (-1_000, [Self.pass(.months(1))]), (10, [Self.pass(.days(30))]),
    ])
    let chains = [Self.bought("1", on: 0), Self.bought("2", on: 12)]
    #expect(Self.end(chains, on: 13, catalogs) == Instant("2026-03-03T00:00:00Z"))
  }

  @Test func `without a length at the purchase a pass does not end`() throws {
    let chains = [Self.bought("1", on: 0), Self.bought("2", on: 5)]
    for catalogs in [Catalogs(), try Self.catalogs(nil), try Self.catalogs(.days(30), from: 3)] {
      let passes = Self.evaluate(chains, on: 5_000, catalogs)
      #expect(passes.map(\.expiresAt) == [nil])
      #expect(passes.map(\.transactionID) == ["2"])
    }
  }

  @Test func `passes of two environments do not add up`() throws {
    var sandbox = Given(
      chain: ChainID(.sandbox, "2"), product: "season", type: .nonRenewing, group: nil)
    sandbox.boughtGems("2", on: 10)
    let passes = Self.evaluate(
      [Self.bought("1", on: 0), sandbox], on: 11, try Self.catalogs(.days(30)))
    #expect(passes.map(\.expiresAt) == [day(30), day(40)])
  }

  /// Three passes of a hundred gems; a third is refunded.
  @Test func `a non-renewing subscription grants for its quantity`() throws {
    var given = Given(
      chain: ChainID(.production, "1000"), product: "season", type: .nonRenewing, group: nil)
    let pass = CatalogProduct(
      "season", type: .nonRenewing, period: .months(1), grants: [ProductGrant(gem, 100)])
    given.boughtGems(quantity: 3)
    given.grant(by: try Catalogs(pass))
    #expect(given.book.grants.map(\.amount) == [300])
    given.boughtGems(quantity: 3, revocation: partialRefund(33_333, on: 5), said: 6)
    #expect(given.book.statuses.map(\.takenBack) == [100])
  }

  @Test func `a quantity of nothing waits`() throws {
    var given = Given(
      chain: ChainID(.production, "1000"), product: "season", type: .nonRenewing, group: nil)
    let pass = CatalogProduct(
      "season", type: .nonRenewing, grants: [ProductGrant(gem, 100)])
    given.boughtGems(quantity: 0)
    #expect(given.book.unpriced(by: try Catalogs(pass)) == ["1000"])
    #expect(given.book.unpriced(by: Catalogs()) == [])
  }
}
