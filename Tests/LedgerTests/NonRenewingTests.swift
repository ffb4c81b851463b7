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
}
