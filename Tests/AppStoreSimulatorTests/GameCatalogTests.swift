import AppStoreSimulator
import Testing

struct GameCatalogTests {
  private func product(_ name: String) throws -> Product {
    try #require(StoreCatalog.game["com.example.game.\(name)"])
  }

  @Test func `the game sells something of every kind`() throws {
    #expect(StoreCatalog.game.products.count == 14)
    #expect(try product("gems.100").kind == .consumable)
    #expect(try product("gems.500").priceMilliunits == 3_990)
    #expect(try product("no_ads").isFamilyShareable)
    #expect(try product("soundtrack").kind == .nonConsumable)
    #expect(try product("season_pass").kind == .nonRenewing)
    #expect(try product("pro.yearly").isFamilyShareable)
  }

  @Test(arguments: [
    ("pro.yearly", "21000001", 1, "P1Y", 99_990), ("pro.monthly", "21000001", 1, "P1M", 9_990),
    ("plus.monthly", "21000001", 2, "P1M", 4_990), ("plus.quarterly", "21000001", 2, "P3M", 12_990),
    ("basic.weekly", "21000001", 3, "P1W", 990), ("basic.monthly", "21000001", 3, "P1M", 2_990),
    ("news.monthly", "21000002", 1, "P1M", 1_990), ("news.yearly", "21000002", 1, "P1Y", 19_990),
  ])
  func `its subscriptions stand on three levels, and news apart`(
    name: String, group: String, level: Int, period: String, price: Int64
  ) throws {
    let product = try product(name)
    let plan = try #require(product.plan)
    #expect((plan.group, plan.level, plan.period.iso8601) == (group, level, period))
    #expect(product.priceMilliunits == price)
  }

  @Test func `every kind of offer is to be had in some mode, and every mode in some kind`() {
    let offers = StoreCatalog.game.products.flatMap { $0.plan?.offers ?? [] }
    #expect(Set(offers.map(\.kind)) == [.introductory, .promotional, .offerCode, .winBack])
    #expect(Set(offers.map(\.mode)) == [.freeTrial, .payAsYouGo, .payUpFront])
    let ids = offers.compactMap(\.id)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `a reduced price is lower than the full one for the same time`() throws {
    for product in StoreCatalog.game.products {
      for offer in product.plan?.offers ?? [] {
        let periods = offer.mode == .payUpFront ? months(offer) / months(product) : 1
        #expect(offer.priceMilliunits < product.priceMilliunits * Int64(periods))
      }
    }
  }

  private func months(_ offer: StoreOffer) -> Int { offer.period.count }
  private func months(_ product: Product) -> Int { product.plan?.period.count ?? 1 }

  @Test(arguments: [
    ("USA", "143441", "USD", 990), ("JPN", "143462", "JPY", 149_000),
    ("DEU", "143443", "EUR", 990), ("GBR", "143444", "GBP", 990),
    ("KOR", "143466", "KRW", 1_386_000),
  ])
  func `a storefront asks its own price in its own money`(
    country: String, id: String, currency: String, price: Int64
  ) throws {
    let storefront = try #require(Storefront.named(country))
    #expect((storefront.id, storefront.currency) == (id, currency))
    #expect(storefront.price(try product("gems.100").priceMilliunits) == price)
    #expect(storefront.price(0) == 0)
  }

  @Test func `a country without a storefront has none`() {
    #expect(Storefront.named("ATA") == nil)
  }
}
