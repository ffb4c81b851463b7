import Access
import HTTPTypes
import Ledger

/// The routes of the catalog.
enum CatalogDescription {
  static let group = DescribedGroup(
    name: "catalog", title: "Catalog",
    about:
      "What is sold, what it unlocks and which coins it grants. A catalog holds for all environments of an app.",
    routes: [read, publish])

  private static let product = NamedShape(
    "Product", "A product of a catalog.",
    [
      .required("productId", .text("com.example.gems100"), "The product id."),
      .required(
        "type", Shape.choice(Array(EntitlementDescription.types.prefix(4))).such(as: "Consumable"),
        "Apple's type."),
      .nullable("subscriptionGroupId", .text("21400001"), "The subscription group."),
      .nullable("level", .number(1), "The level of service within the group, 1 the highest."),
      .nullable("period", .text("P1M"), "The length of a period, as ISO 8601 writes it."),
      .required(
        "unlocks", Shape.list(of: .text("pro")).such(as: []), "The names of what it unlocks."),
      .required(
        "offers", Shape.list(of: .text("spring")).such(as: []),
        "The ids of the promotional offers of a subscription."),
      .nullable(
        "grants",
        .list(
          of: .object([
            .required("coin", .coin, "The coin."),
            .required("amount", .number(100), "The coins of one unit."),
            .required("duringTrial", .truth(false), "True if a free period grants them, too."),
            .nullable(
              "onUpgrade", .choice(UpgradeRule.allCases.map(\.rawValue)),
              "The rule for coins of a period that is replaced; null means `prorate`."),
          ])), "The coins that a purchase grants; null if the catalog does not say.", isShown: true),
    ])

  private static let coin = NamedShape(
    "DeclaredCoin", "A coin of a catalog.",
    [
      .required(
        "wallet", .choice(CoinWallet.allCases.map(\.rawValue)), "The wallet that keeps the coin."),
      .required(
        "creditMax", Shape.number(500).orNull, "The most coins of one credit; null for none."),
      .required(
        "spendFirst", Shape.choice(SpendOrder.allCases.map(\.rawValue)).orNull,
        "The coins that a spend takes first; null for a coin that the game keeps."),
    ])

  private static let read = DescribedRoute(
    .get, "/v1/catalog", "readCatalog", "Read the catalogs of an app", scope: .read,
    parameters: [DescribedParameter.sharedEnvironment]
      + DescribedParameter.query(.app, .at, .knownAt, .minPosition),
    answers: [
      .json(
        .object([
          .required("app", .app, "The bundle id of the app."),
          .required("at", .moment("2026-06-01T00:00:00.000Z"), "The moment of the answer."),
          .nullable(
            "inForce",
            .object([
              .required(
                "number", .number(1), "The number of the catalog, in the order of publication."),
              .required("validFrom", .moment(), "The moment from which it holds."),
              .required("publishedAt", .moment(), "The moment of publication."),
              .required(
                "coins",
                .map(of: .named(coin), "gem"), "The coins."),
              .required("products", .list(of: .named(product)), "The products."),
            ]), "The catalog in force; null before the first one.", isShown: true),
          .required(
            "published",
            .list(
              of: .object([
                .required("number", .number(1), "The number."),
                .required("validFrom", .moment(), "The moment from which it holds."),
                .required("publishedAt", .moment(), "The moment of publication."),
                .required("productCount", .number(1), "The number of products."),
              ])), "All catalogs, in the order of publication."),
          .required(
            "openings",
            .list(
              of: .object([
                .required("app", .app, "The bundle id of the app."),
                .required("environment", .environment, "The environment."),
                .required(
                  "before", .moment("2026-01-01T00:00:00.000Z"),
                  "The cut-over: earlier purchases were delivered elsewhere."),
                .required("declaredAt", .moment(), "The moment of the declaration."),
              ])), "The cut-over date of each environment that has one."),
        ]), "The catalogs.")
    ], isTagged: true)

  private static let publish = DescribedRoute(
    .put, "/v1/catalog", "publishCatalog", "Publish a catalog",
    "Takes Xcode's `.storekit` file as it is, or a catalog of our own format.", scope: .admin,
    parameters: DescribedParameter.query(.app, .dryRun) + [
      .query(
        .environment, nil,
        "A catalog is that of all environments: one that is named must be the app's and in the key's reach."
      ),
      .query(
        .from, .moment("2026-06-01T00:00:00.000Z"),
        "The moment from which it holds; by default now."),
      .query(.by, .text("kim"), "The person who publishes; by default the name of the key."),
      .query(.reason, .text("new prices"), "The reason, which the audit keeps."),
    ],
    body: DescribedBody(
      kind: .catalog(
        .anything([
          "coins": ["gem": ["wallet": "daicho", "creditMax": 500]],
          "products": [
            [
              "productId": "com.example.gems100", "type": "Consumable",
              "grants": [["coin": "gem", "amount": 100]],
            ]
          ],
        ])), isRequired: true, bytesMax: 1_048_576),
    answers: [
      .json(
        .object([
          .required("app", .app, "The bundle id of the app."),
          .required("outcome", .choice(["published", "unchanged", "dryRun"]), "What was done."),
          .required("number", .number(1), "The number of the catalog."),
          .required(
            "validFrom", .moment("2026-06-01T00:00:00.000Z"), "The moment from which it holds."),
          .required(
            "changes",
            .object([
              .required(
                "added", .list(of: .named(product)), "Products that only the new catalog lists."),
              .required(
                "gone", Shape.list(of: .named(product)).such(as: []),
                "Products that only the replaced one lists."),
              .required(
                "changed",
                Shape.list(
                  of: .object([
                    .required("productId", .text("com.example.gems100"), "The product id."),
                    .required("before", .named(product), "The product as it was."),
                    .required("after", .named(product), "The product as it will be."),
                  ])
                ).such(as: []), "Products that both list."),
              .required(
                "coins", .map(of: .named(coin), "gem"),
                "The coins that are declared for the first time, or with other rules."),
            ]), "The differences from the catalog that it replaces."),
          .required(
            "unpriced", Shape.list(of: .text("com.example.gems500")).such(as: []),
            "Consumables whose coins no catalog names: purchases of them wait."),
        ]), "The result.")
    ])
}
