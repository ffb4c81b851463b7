import Ledger
import Testing

struct CatalogsTests {
  private func amount(_ offer: GrantOffer?) -> Int64? { offer?.grants.first?.amount }

  private func offer(
    _ catalogs: Catalogs, on number: Double, type: ProductType = .consumable,
    product: ProductID = "gems"
  ) -> Int64? {
    amount(catalogs.offer(of: product, type: type, at: day(number)))
  }

  @Test(arguments: [(-1.0, nil), (0, 1), (9.9, 1), (10, 2), (99, 2)] as [(Double, Int64?)])
  func `a catalog holds from its moment until the next one's`(number: Double, amount: Int64?)
    throws
  {
    let catalogs = try Catalogs([(10, [gems(2)]), (0, [gems(1)])])
    #expect(catalogs.inForce(at: day(number))?["gems"]?.grants?.first?.amount == amount)
  }

  @Test func `of two from the same moment the one published last holds`() throws {
    let catalogs = try Catalogs([(0, [gems(1)]), (5, [gems(2)]), (0, [gems(3)])])
    #expect(offer(catalogs, on: 1) == 3)
    #expect(offer(catalogs, on: 5) == 2)
  }

  @Test func `a consumable bought before any named it gets what the first one published says`()
    throws
  {
    let named = try Catalogs([(10, [gems(1, product: "a")]), (50, [gems(2)]), (20, [gems(3)])])
    #expect(offer(named, on: 0) == 2)
    #expect(offer(named, on: 30) == 3)
    #expect(offer(try Catalogs([(0, [goldMonthly(1)])]), on: 5) == nil)
  }

  @Test(arguments: [(4, 2, 100), (15, 3, 80), (24, 3, 80), (32, 2, 100)] as [(Double, Int, Int64)])
  func `a price list published ahead and one published late stand in their order`(
    number: Double, catalog: Int, amount: Int64
  ) throws {
    let catalogs = try Catalogs([
      (0, [gems(1, product: "other")]), (31, [gems(100)]), (14, [gems(80)]),
    ])
    let offer = catalogs.offer(of: "gems", type: .consumable, at: day(number))
    #expect(offer?.catalog == catalog)
    #expect(self.amount(offer) == amount)
  }

  @Test func `a product left out keeps what was last said of it`() throws {
    let catalogs = try Catalogs([
      (0, [gems(1), goldMonthly(7)]), (10, [gems(2, product: "b")]),
    ])
    #expect(offer(catalogs, on: 20) == 1)
    #expect(offer(catalogs, on: 20, type: .autoRenewable, product: "gold.monthly") == 7)
  }

  @Test func `a catalog is known by its number, and a product left out by what was last said`()
    throws
  {
    let catalogs = try Catalogs([
      (0, [gems(1), goldMonthly(7)]), (10, [gems(2)]), (5, [gems(3)]),
    ])
    #expect([-1, 0, 5, 10].map { catalogs.numberInForce(at: day($0)) } == [nil, 1, 3, 2])
    #expect(catalogs.product("gold.monthly", at: day(20))?.level == 1)
    #expect(catalogs.product("gems", at: day(7)) == gems(3))
    #expect(catalogs.product("gold.monthly", at: day(-1)) == nil)
    #expect(catalogs.product("silver", at: day(20)) == nil)
  }

  @Test func `a product that grants nothing any more is named with no grants`() throws {
    let ended = CatalogProduct("gems", type: .consumable, grants: [])
    let catalogs = try Catalogs([(0, [gems(1)]), (10, [ended])])
    #expect(catalogs.offer(of: "gems", type: .consumable, at: day(11))?.grants == [])
  }

  @Test func `a consumable without a word about its coins is not settled, another product is`()
    throws
  {
    let silent = CatalogProduct("gems", type: .consumable)
    let noAds = CatalogProduct("no_ads", type: .nonConsumable)
    let catalogs = try Catalogs([(0, [silent, noAds]), (10, [gems(5), noAds])])
    #expect(offer(catalogs, on: 1) == 5)
    #expect(catalogs.offer(of: "no_ads", type: .nonConsumable, at: day(1))?.grants == [])
  }

  @Test func `subscriptions from before the first catalog grant nothing`() throws {
    let catalogs = try Catalogs([(10, [goldMonthly(7)])])
    #expect(offer(catalogs, on: 9, type: .autoRenewable, product: "gold.monthly") == nil)
    #expect(offer(catalogs, on: 10, type: .autoRenewable, product: "gold.monthly") == 7)
  }

  @Test func `the catalogs of apps stand apart`() throws {
    var shared = SharedState()
    for (app, amount) in [("com.example.game" as BundleID, Int64(1)), ("com.example.other", 2)] {
      shared.apply(
        .shared(
          .catalogPublished(
            CatalogPublished(
              bundleID: app, catalog: try Catalog([gems(amount)]), validFrom: day(0),
              publishedAt: day(0)))))
    }
    #expect(offer(shared.catalogs(of: "com.example.game"), on: 1) == 1)
    #expect(offer(shared.catalogs(of: "com.example.other"), on: 1) == 2)
    #expect(offer(shared.catalogs(of: "com.example.third"), on: 1) == nil)
  }
}
