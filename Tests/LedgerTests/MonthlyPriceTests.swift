import Ledger
import Testing

struct MonthlyPriceTests {
  private func price(
    _ price: Int64?, from start: String, to end: String, offer: Offer? = nil,
    _ catalogs: Catalogs = Catalogs()
  ) throws -> Int64? {
    var given = Given()
    given.bought("1", from: on(start), to: on(end), price: price, offer: offer)
    let period = try #require(given.histories.first?.periods.first)
    return MonthlyPrice.of(period, catalogs)
  }

  @Test func `a price is divided by the months of its period, and rounded half up`() throws {
    #expect(try price(9_990, from: "2026-01-31", to: "2026-02-28") == 9_990)
    #expect(try price(9_991, from: "2026-01-10", to: "2026-03-10") == 4_996)  // 4,995.5
    #expect(try price(9_990, from: "2026-01-10", to: "2026-04-10") == 3_330)
    #expect(try price(25_000, from: "2026-01-10", to: "2026-07-10") == 4_167)  // 4,166.67
    #expect(try price(59_990, from: "2026-01-10", to: "2027-01-10") == 4_999)  // 4,999.17
  }

  @Test func `a week is a part of a year of 365 days`() throws {
    // 2,990 x 365 / 7 / 12 = 12,992.26
    #expect(try price(2_990, from: "2026-01-10", to: "2026-01-17") == 12_992)
    // three days as an offer: 990 x 365 / 3 / 12 = 10,037.5
    #expect(try price(990, from: "2026-01-10", to: "2026-01-13") == 10_038)
  }

  @Test func `a trial costs nothing, and an unknown price is unknown`() throws {
    #expect(try price(0, from: "2026-01-10", to: "2026-01-17", offer: trial) == 0)
    #expect(try price(nil, from: "2026-01-10", to: "2026-02-10") == nil)
  }

  @Test
  func `an extension does not change the length that was sold, and the catalog's comes first`()
    throws
  {
    let month = CatalogProduct(
      "gold.monthly", type: .autoRenewable, subscriptionGroupID: "gold", period: .months(1))
    let catalogs = try Catalogs([(0, [month])])
    // The first copy came late and tells an extended expiry: the length would not be a month.
    #expect(try price(9_990, from: "2026-01-10", to: "2026-02-25", catalogs) == 9_990)
    // An offer of three months paid up front has a length of its own.
    let upFront = Offer(type: 1, discountType: "PAY_UP_FRONT")
    #expect(try price(2_990, from: "2026-01-10", to: "2026-04-10", offer: upFront, catalogs) == 997)
  }
}
