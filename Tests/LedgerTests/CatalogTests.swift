import Foundation
import Ledger
import Testing

struct CatalogTests {
  private static let gold: SubscriptionGroupID = "gold"

  private static let faulty: [(CatalogProduct, CatalogProblem.Fault, String)] = [
    (CatalogProduct("", type: .consumable), .nameMissing, "productId"),
    (CatalogProduct("x", type: "Gift"), .typeUnknown, "type"),
    (
      CatalogProduct("x", type: "", subscriptionGroupID: gold, level: 1, period: .months(1)),
      .typeUnknown, "type"
    ),
    (
      CatalogProduct("x", type: .consumable, subscriptionGroupID: gold), .notASubscription,
      "subscriptionGroupId"
    ),
    (CatalogProduct("x", type: .nonRenewing, level: 1), .notASubscription, "level"),
    (CatalogProduct("x", type: .consumable, period: .months(1)), .periodImpossible, "period"),
    (
      CatalogProduct("x", type: .nonConsumable, period: .days(90)), .periodImpossible, "period"
    ),
    (CatalogProduct("x", type: .autoRenewable, level: 1), .levelWithoutGroup, "level"),
    (
      CatalogProduct("x", type: .autoRenewable, subscriptionGroupID: gold, level: 0),
      .levelBelowOne, "level"
    ),
    (CatalogProduct("x", type: .autoRenewable, period: .months(4)), .periodNotSold, "period"),
    (gems(0), .amountNotPositive, "grants[0].amount"),
    (gems(-1), .amountNotPositive, "grants[0].amount"),
    (gems(Coin.grantMax + 1), .amountTooLarge, "grants[0].amount"),
    (granting(ProductGrant("", 1)), .coinMisnamed, "grants[0].coin"),
    (granting(ProductGrant("a gem", 1)), .coinMisnamed, "grants[0].coin"),
    (
      granting(ProductGrant(Coin(String(repeating: "g", count: 65)), 1)), .coinMisnamed,
      "grants[0].coin"
    ),
    (
      CatalogProduct("x", type: .nonConsumable, unlocks: ["pro", "a b"]), .unlockMisnamed,
      "unlocks[1]"
    ),
    (
      CatalogProduct("x", type: .autoRenewable, unlocks: ["pro", "pro"]), .unlockTwice,
      "unlocks[1]"
    ),
    (CatalogProduct("x", type: .consumable, unlocks: ["pro"]), .unlockImpossible, "unlocks"),
    (CatalogProduct("x", type: .nonConsumable, offers: ["a"]), .notASubscription, "offers"),
    (CatalogProduct("x", type: .autoRenewable, offers: ["a", ""]), .offerMisnamed, "offers[1]"),
    (CatalogProduct("x", type: .autoRenewable, offers: ["a", "a"]), .offerTwice, "offers[1]"),
    (granting(ProductGrant(gem, 1), ProductGrant(gem, 2)), .coinTwice, "grants[1].coin"),
    (
      granting(ProductGrant(gem, 1, duringTrial: true)), .trialImpossible,
      "grants[0].duringTrial"
    ),
  ]

  private static func granting(_ grants: ProductGrant...) -> CatalogProduct {
    CatalogProduct("gems", type: .consumable, grants: grants)
  }

  private func problems(_ products: [CatalogProduct]) -> [CatalogProblem] {
    do {
      _ = try Catalog(products)
      return []
    } catch {
      return error.problems
    }
  }

  @Test(arguments: faulty)
  func `an error is reported with its place`(
    product: CatalogProduct, fault: CatalogProblem.Fault, field: String
  ) {
    let problems = problems([gems(1, product: "first"), product])
    #expect(problems.map(\.fault) == [fault])
    #expect(problems.map(\.field) == ["products[1].\(field)"])
  }

  @Test func `all errors are reported at once, each with a remedy`() {
    let problems = problems([gems(0), gems(1)])
    #expect(
      problems.map(\.description) == [
        "products[0].grants[0].amount (gems): write a whole number above 0, or leave the coin out",
        "products[1].productId (gems): name each product once; this one stands above already",
      ])
    #expect(self.problems([]).map(\.fault) == [.noProducts])
  }

  @Test(arguments: [1, Coin.grantMax])
  func `an amount that a purchase of ten keeps within the bounds is taken`(amount: Int64) {
    #expect(problems([gems(amount)]).isEmpty)
  }

  @Test func `the order of products and coins makes no other catalog`() throws {
    let coins = [ProductGrant(gem, 1), ProductGrant("gold", 2)]
    let (first, last) = (
      CatalogProduct("a", type: .consumable, grants: coins),
      CatalogProduct("a", type: .consumable, grants: coins.reversed())
    )
    let other = gems(3)
    #expect(try Catalog([first, other]) == Catalog([other, last]))
  }

  @Test func `products are found by name`() throws {
    let catalog = try Catalog([
      gems(1), goldMonthly(5), gems(2, product: "a"), gems(3, product: "z"),
    ])
    #expect(catalog["a"] == gems(2, product: "a"))
    #expect(catalog["z"] == gems(3, product: "z"))
    #expect(catalog["gold.monthly"]?.level == 1)
    #expect(catalog["b"] == nil)
    #expect(catalog["zz"] == nil)
  }

  @Test(arguments: ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y", "P90D", "P4M", "P1D", "P999M"])
  func `a period is read as it is written`(duration: String) {
    #expect(BillingPeriod(duration: duration)?.duration == duration)
  }

  @Test(arguments: ["P0D", "P1000D", "1M", "", "P", "PM", "P1H", "P-1D", "P1.5M", "P1M1D", "P１M"])
  func `another length than a number of days, weeks, months or years is not read`(duration: String)
    throws
  {
    let text = #"{"productId":"x","type":"Auto-Renewable Subscription","period":"\#(duration)"}"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CatalogProduct.self, from: Data(text.utf8))
    }
  }

  @Test func `a product is read as the contract writes it`() throws {
    let text = """
      {"products":[{"productId":"gold.monthly","type":"Auto-Renewable Subscription",
      "subscriptionGroupId":"gold","level":1,"period":"P1M",
      "grants":[{"coin":"gem","amount":100,"duringTrial":false}]},
      {"productId":"gems","type":"Consumable","grants":[{"coin":"gem","amount":7}]},
      {"productId":"no_ads","type":"Non-Consumable"}]}
      """
    let read = try JSONDecoder().decode(Catalog.self, from: Data(text.utf8))
    #expect(
      try read
        == Catalog([
          goldMonthly(100), gems(7), CatalogProduct("no_ads", type: .nonConsumable),
        ]))
  }
}
