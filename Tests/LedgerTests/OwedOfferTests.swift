import Ledger
import Testing

/// Offers that still lack price and kind. Apple signs both since October 2023; a copy of a receipt has neither.
struct OwedOfferTests {
  private static let free = Offer(
    type: 3, identifier: "spring", discountType: "FREE_TRIAL", period: "P1M")
  private static let paid = Offer(
    type: 3, identifier: "spring", discountType: "PAY_AS_YOU_GO", period: "P1M")

  /// Returns a month under an offer without price and kind.
  private func given(
    _ type: Int32? = 3, from start: Double = 0, trust: Trust = .signed
  ) -> Given {
    var given = Given()
    given.bought(
      "1", from: start, to: start + 31, reason: "PURCHASE",
      offer: Offer(type: type, identifier: "spring"), trust: trust)
    return given
  }

  private func due(_ given: Given, _ catalogs: Catalogs) -> [Int64] {
    given.book.due(by: GrantTerms(catalogs), decidedAt: day(9)).map(\.amount)
  }

  @Test(arguments: [2, 3, 4, nil] as [Int32?])
  func `coins wait while neither price nor kind is told`(type: Int32?) throws {
    let catalogs = try Catalogs(goldMonthly(50))
    let terms = GrantTerms(catalogs)
    let given = given(type)
    #expect(due(given, catalogs).isEmpty)
    #expect(given.book.unpriced(by: terms) == ["1"])
    #expect(given.book.untold(by: terms) == ["1"])
    #expect(given.book.reasonForNoGrant(of: "1", by: terms) == .waiting)
    #expect(!given.book.isBooked("1", by: terms, acknowledged: []))
    #expect(due(given, try Catalogs(goldMonthly(50, duringTrial: true))) == [50])
  }

  @Test(
    arguments: [
      (OwedOfferTests.free, nil, []), (OwedOfferTests.paid, nil, [50]), (nil, 0, []),
      (nil, 990, [50]),
    ] as [(Offer?, Int64?, [Int64])])
  func `coins come, or do not, once either is told`(
    offer: Offer?, price: Int64?, coins: [Int64]
  ) throws {
    var given = given()
    given.currency = "USD"
    given.bought(
      "1", from: 0, to: 31, reason: "PURCHASE", price: price, offer: offer, said: 2)
    let catalogs = try Catalogs(goldMonthly(50))
    #expect(due(given, catalogs) == coins)
    #expect(given.book.unpriced(by: GrantTerms(catalogs)).isEmpty)
    #expect(given.book.untold(by: GrantTerms(catalogs)).isEmpty)
  }

  /// 798 days before 2026 it was 2023-10-26. A receipt tells a free period as such.
  @Test(arguments: [(-799, .signed), (0, .receipt)] as [(Double, Trust)])
  func `an offer of which Apple owes nothing is paid`(start: Double, trust: Trust) throws {
    let catalogs = try Catalogs(goldMonthly(50))
    let given = given(from: start, trust: trust)
    #expect(due(given, catalogs) == [50])
  }

  @Test func `coins that another server delivered wait for nothing`() throws {
    let catalogs = try Catalogs(goldMonthly(50))
    let cutOver = CutOverDeclared(
      bundleID: game, environment: .production, before: day(1), decidedAt: day(2))
    let terms = GrantTerms(catalogs, cutOver: cutOver)
    #expect(
      given().book.due(by: terms, decidedAt: day(9)).map(\.isDeliveredElsewhere) == [true])
    #expect(given().book.grantedExternally(by: terms).unpriced.isEmpty)
  }

  @Test func `coins that were granted stay`() throws {
    var given = given()
    given.grant(by: try Catalogs([(-1_000, [goldMonthly(50, duringTrial: true)])]))
    #expect(given.book.statuses.map(\.takenBack) == [0])
    #expect(given.book.unpriced(by: GrantTerms(try Catalogs(goldMonthly(50)))).isEmpty)
  }
}
