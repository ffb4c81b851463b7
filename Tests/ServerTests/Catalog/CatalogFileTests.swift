import AppStoreSimulator
import Foundation
import Ledger
import Testing

@testable import Server

struct CatalogFileTests {
  /// A file of Xcode's, of format 3 and 5, with its other contents beside the products.
  private static let storeKit = """
    {
      "identifier" : "D47D553D",
      "nonRenewingSubscriptions" : [
        { "productID" : "season", "type" : "NonRenewingSubscription", "displayPrice" : "4.99" }
      ],
      "products" : [
        { "productID" : "gems", "type" : "Consumable", "localizations" : [ ] },
        { "productID" : "no_ads", "type" : "NonConsumable", "familyShareable" : true }
      ],
      "settings" : { "_timeRate" : 1003 },
      "subscriptionGroups" : [
        {
          "id" : "20888787",
          "name" : "Pro",
          "subscriptions" : [
            {
              "groupNumber" : 2, "introductoryOffer" : { "subscriptionPeriod" : "P3D" },
              "productID" : "monthly.trial", "recurringSubscriptionPeriod" : "P1Y",
              "subscriptionGroupID" : "20888787", "type" : "RecurringSubscription"
            },
            {
              "groupNumber" : 1, "introductoryOffers" : [ ], "productID" : "weekly",
              "recurringSubscriptionPeriod" : "P1W", "type" : "RecurringSubscription"
            }
          ]
        }
      ],
      "version" : { "major" : 3, "minor" : 0 }
    }
    """

  private func read(_ text: String, coins: String? = nil) throws -> Ledger.Catalog {
    try CatalogFile(
      of: JSONFile(Array(text.utf8), path: "shop/catalog.json"),
      coins: coins.map { try JSONFile(Array($0.utf8), path: "coins.json") }
    ).catalog
  }

  private func plan(_ id: ProductID, level: Int, _ period: BillingPeriod) -> CatalogProduct {
    CatalogProduct(
      id, type: .autoRenewable, subscriptionGroupID: "20888787", level: level, period: period)
  }

  @Test func `our own file is read with its coins`() throws {
    let catalog = try read(
      """
      {"products": [
        {"productId": "pro", "type": "Auto-Renewable Subscription", "subscriptionGroupId": "2100",
         "level": 1, "period": "P1M", "unlocks": ["pro", "no_ads"], "offers": ["spring"],
         "grants": [{"coin": "gem", "amount": 5, "duringTrial": true}, {"coin": "dust", "amount": 1}]},
        {"productId": "gems", "type": "Consumable", "grants": []},
        {"productId": "no_ads", "type": "Non-Consumable", "grants": null}
      ]}
      """)
    #expect(
      try catalog
        == Catalog([
          CatalogProduct(
            "pro", type: .autoRenewable, subscriptionGroupID: "2100", level: 1,
            period: .months(1), unlocks: ["pro", "no_ads"], offers: ["spring"],
            grants: [ProductGrant("gem", 5, duringTrial: true), ProductGrant("dust", 1)]),
          CatalogProduct("gems", type: .consumable, grants: []),
          CatalogProduct("no_ads", type: .nonConsumable),
        ]))
  }

  @Test func `Xcode's file is read as it is, and coins beside it`() throws {
    let products = [
      CatalogProduct("season", type: .nonRenewing),
      CatalogProduct("no_ads", type: .nonConsumable),
      plan("monthly.trial", level: 2, .months(12)), plan("weekly", level: 1, .days(7)),
    ]
    let silent = CatalogProduct("gems", type: .consumable)
    #expect(try read(Self.storeKit) == Catalog(products + [silent]))
    let coins = #"{"products":[{"productId":"gems","grants":[{"coin":"gem","amount":9}]}]}"#
    let granting = CatalogProduct("gems", type: .consumable, grants: [ProductGrant("gem", 9)])
    #expect(try read(Self.storeKit, coins: coins) == Catalog(products + [granting]))
    let opening = #"{"products":[{"productId":"season","unlocks":["pass"]}]}"#
    let season = CatalogProduct("season", type: .nonRenewing, unlocks: ["pass"])
    #expect(
      try read(Self.storeKit, coins: opening)
        == Catalog([season] + products.dropFirst() + [silent]))
    #expect(throws: MalformedFiles.self) {
      try read(#"{"products":[{"productId":"no_ads","type":"Non-Consumable","unlocks":"pro"}]}"#)
    }
  }

  @Test func `a whole file of Xcode's comes to what the store sells`() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../Sources/AppStoreSimulator/Catalog/Files/Game.storekit")
    let catalog = try CatalogFile.read(sources.path).catalog
    let sold = StoreCatalog.game.products
    #expect(catalog.products.count == sold.count)
    for product in sold {
      let read = catalog[ProductID(product.id)]
      #expect(read?.type.rawValue == product.kind.rawValue)
      #expect(read?.subscriptionGroupID?.rawValue == product.plan?.group)
      #expect(read?.level == product.plan?.level)
      #expect(read?.period?.duration == product.plan?.period.iso8601)
      let promotional = (product.plan?.offers ?? []).filter { $0.kind == .promotional }
      #expect(read?.offers == promotional.compactMap(\.id))
    }
  }

  private static let faulty: [(text: String, problems: [String])] = [
    ("[]", [": products: must be a list of products"]),
    (#"{"products":{}}"#, [":1: products: must be a list of products"]),
    (#"{"products":[]}"#, [":1: products: name at least one product"]),
    (
      "{\n\"product\":[]}",
      [
        ": products: must be a list of products",
        ":2: product: is no field of a catalog; there are products, coins",
      ]
    ),
    (
      "{\"products\":[\n7]}",
      [
        ":2: products[0].productId: give the product id of App Store Connect",
        ":2: products[0].type: write Consumable, Non-Consumable, Auto-Renewable Subscription or "
          + "Non-Renewing Subscription",
      ]
    ),
    (
      "{\"products\":[{\"productId\":\"a\",\"type\":\"Consumable\",\n\"levle\":1}]}",
      [
        ":2: products[0].levle: is no field of a product; there are productId, type, "
          + "subscriptionGroupId, level, period, unlocks, offers, grants"
      ]
    ),
    (
      """
      {"products":[
      {"productId":"a","type":"Consumable","grants":[{"coin":"gold","amount":1},
      {"coin":"gem","amount":"1"},
      {"coin":"a b","amount":1e30}]},
      {"productId":"a","type":"Auto-Renewable Subscription",
      "subscriptionGroupId":2100,
      "period":"monthly",
      "level":1.5,
      "grants":[{"coin":"gem","amount":1,"duringTrial":1}]}]}
      """,
      [
        ":3: products[0].grants[1].amount (a): write a whole number above 0, or leave the coin out",
        ":4: products[0].grants[2].amount (a): write at most 100000000000000",
        ":4: products[0].grants[2].coin (a): write 1 to 64 letters, digits, dots, dashes or "
          + "underscores",
        ":5: products[1].productId (a): name each product once; this one stands above already",
        ":6: products[1].subscriptionGroupId: must be a string, in quotation marks",
        ":7: products[1].period: write P1W, P1M, P2M, P3M, P6M or P1Y",
        ":8: products[1].level (a): count levels from 1, the highest",
        ":9: products[1].grants[0].duringTrial: must be true or false",
      ]
    ),
    (
      """
      {"subscriptionGroups":[{"id":"2100","subscriptions":[
      {"productID":"a","type":"Subscription","groupNumber":1,
      "recurringSubscriptionPeriod":"P3D"}]}],
      "products":[{"productID":"","type":"Consumable"}]}
      """,
      [
        ":2: subscriptionGroups[0].subscriptions[0].type: must be one of Consumable, "
          + "NonConsumable, NonRenewingSubscription, RecurringSubscription",
        ":3: subscriptionGroups[0].subscriptions[0].recurringSubscriptionPeriod (a): write P1W, P1M, "
          + "P2M, P3M, P6M or P1Y",
        ":4: products[0].productID: give the product id of App Store Connect",
      ]
    ),
  ]

  @Test(arguments: faulty)
  func `every error is reported at once, by line, field and remedy`(
    text: String, problems: [String]
  ) {
    let error = #expect(throws: MalformedFiles.self) { try read(text) }
    #expect(
      error?.description == problems.map { "shop/catalog.json\($0)" }.joined(separator: "\n"))
  }

  @Test func `coins that fit no product are reported by name, in their own file`() {
    let error = #expect(throws: MalformedFiles.self) {
      try read(
        Self.storeKit,
        coins: """
          {"products":[
          {"productId":"gem","grants":[]},
          {"productId":"gems","type":"Consumable","grants":[{"coin":"gem","amount":0}]},
          {"productId":"gems","grants":[]},
          {"productId":"weekly"}]}
          """)
    }
    let problems = [
      ":2: products[0].productId (gem): is no product of catalog.json: correct it here, or add it "
        + "there",
      ":3: products[1].grants[0].amount (gems): write a whole number above 0, or leave the coin "
        + "out",
      ":3: products[1].type: is no field of a product of a file of coins; there are productId, "
        + "unlocks, grants",
      ":4: products[2].productId: name each product once; this one stands above already",
      ":5: products[3].grants: must list the coins, or be [] where there are none",
    ]
    #expect(error?.description == problems.map { "coins.json\($0)" }.joined(separator: "\n"))
  }

  @Test func `coins stand in one of the two files`() {
    let own = #"{"products":[{"productId":"gems","type":"Consumable","grants":[]}]}"#
    let coins = #"{"products":[{"productId":"gems","grants":[]}]}"#
    let error = #expect(throws: MalformedFiles.self) { try read(own, coins: coins) }
    #expect(
      error?.description
        == "coins.json:1: products[0].grants: leave it out: catalog.json names the product's coins "
        + "already")
  }

  @Test(arguments: [
    ("{\"products\":[\n{]}", ":2: this is not JSON"),
    ("{\n\"products\":[],\n\"products\":[]}", ":3: `products` is given twice"),
  ])
  func `invalid JSON is reported by its line`(text: String, problem: String) {
    let error = #expect(throws: SettingsError.self) { try read(text) }
    #expect("\(error!)" == "shop/catalog.json\(problem)")
  }

  @Test func `a file that is not there is named`() {
    let error = #expect(throws: Failure.self) { try CatalogFile.read("/nowhere/a.storekit") }
    #expect(error?.description.hasPrefix("/nowhere/a.storekit cannot be read") == true)
  }
}
