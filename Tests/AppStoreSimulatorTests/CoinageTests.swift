import AppStoreSimulator
import Foundation
import Testing

struct CoinageTests {
  private static let start = Int64.on("2026-01-01")
  private static let change = Int64.on("2026-02-10")

  @Test func `a list holds from its beginning until the next one begins`() {
    var coinage = Coinage()
    coinage.begin(["gems": [Coinage.Grant(2, "gem")]], at: 20)
    coinage.begin(["gems": [Coinage.Grant(1, "gem")], "old": [Coinage.Grant(7, "gem")]], at: 10)
    let amounts = [9, 10, 19, 20].map { coinage.grants(of: "gems", at: $0).map(\.amount) }
    #expect(amounts == [[], [1], [1], [2]])
    #expect(coinage.grants(of: "old", at: 19).count == 1)
    #expect(coinage.grants(of: "old", at: 20) == [])
    coinage.begin(["gems": [Coinage.Grant(3, "gem")]], at: 20)
    #expect(coinage.grants(of: "gems", at: 20).map(\.amount) == [3])
  }

  @Test func `the game gives coins for what it sells, of every kind of product`() {
    let kinds = Coinage.gameList.keys.map { StoreCatalog.game[$0]?.kind }
    #expect(Set(kinds) == [.consumable, .nonConsumable, .nonRenewing, .autoRenewable])
    for product in StoreCatalog.game.products where product.kind == .consumable {
      #expect(!StoreCatalog.game.coinage.grants(of: product.id, at: Self.start).isEmpty)
    }
  }

  /// The renewal is charged hours ahead, and dated with the period that it pays for.
  @Test func `what is bought gives what the game gave on the date of the purchase`() throws {
    var goods = StoreCatalog.game
    let product = "com.example.game.pro.monthly"
    goods.coinage.begin([product: [Coinage.Grant(70, "gem")]], at: .on("2026-02-01"))
    var world = World(
      of: SimulatedApp(bundleID: "com.example.game", appAppleID: 42), selling: goods, seed: 1,
      from: Self.start)
    let ada = try world.addCustomer("ada")
    _ = try world.buy(PurchaseCommand(product), by: ada)
    var packs = PurchaseCommand("com.example.game.gems.500")
    packs.quantity = 2
    _ = try world.buy(packs, by: ada)
    world.advance(to: .on("2026-02-01"))
    let ahead = Truth(world.chronicle).customer("ada", at: world.now)
    #expect(ahead.grants.map(\.amount) == [50, 1_000, 2, 70])
    #expect(ahead.grants.map(\.coin) == ["gem", "gem", "ticket", "gem"])
  }

  @Test func `a ledger's file lists every product, with what it gives then`() throws {
    var goods = StoreCatalog([
      Product(id: "gems", kind: .consumable, priceMilliunits: 990),
      Product(
        id: "pro", kind: .autoRenewable, priceMilliunits: 9_990,
        plan: Product.Plan(group: "g1", level: 2, period: CalendarPeriod(1, .month))),
    ])
    goods.coinage.begin(["pro": [Coinage.Grant(50, "gem", duringTrial: true)]], at: Self.change)
    let before = String(decoding: try goods.catalogFile(at: Self.change - 1), as: UTF8.self)
    #expect(!before.contains("gem\""))
    let file = String(decoding: try goods.catalogFile(at: Self.change), as: UTF8.self)
    #expect(
      file == """
        {
          "coins" : {
            "gem" : {
              "wallet" : "daicho"
            }
          },
          "products" : [
            {
              "grants" : [

              ],
              "productId" : "gems",
              "type" : "Consumable"
            },
            {
              "grants" : [
                {
                  "amount" : 50,
                  "coin" : "gem",
                  "duringTrial" : true
                }
              ],
              "level" : 2,
              "period" : "P1M",
              "productId" : "pro",
              "subscriptionGroupId" : "g1",
              "type" : "Auto-Renewable Subscription"
            }
          ]
        }
        """)
  }
}
