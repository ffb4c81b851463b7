import Access
import HTTPTypes
import Ledger

/// The routes that read what an account may use, and from what it follows.
enum EntitlementDescription {
  static let group = DescribedGroup(
    name: "entitlements", title: "Entitlements and subscriptions",
    about: """
      What each account may use at a moment, and the subscriptions, the paid service and the purchases from which it \
      follows. `at` is Apple's time. All of these reads have an `ETag`. Customer support gives promotional \
      entitlements, which bring no money and no coins.
      """,
    routes: [
      entitlements, named, query, subscriptions, tenure, history, purchase,
    ] + PromotionDescription.routes + OfferDescription.routes)

  static let types = [
    "Auto-Renewable Subscription", "Non-Consumable", "Consumable", "Non-Renewing Subscription",
    "App", "Untold",
  ]
  static let ownership = Shape.choice(["PURCHASED", "FAMILY_SHARED"])
  private static let ownershipOrPromotion = Shape.choice([
    "PURCHASED", "FAMILY_SHARED", "PROMOTIONAL",
  ])
  static let because = Shape.list(of: .text("3-17"))

  static let entitlement = NamedShape(
    "Entitlement", "A product that an account may use.",
    [
      .required(
        "productId", .text("com.example.month"),
        "The product. Of a promotional entitlement by name, that name."),
      .required("type", .choice(types), "Apple's type of the product."),
      .required(
        "originalTransactionId", .transaction,
        "The purchase. Of a promotional entitlement, its id."),
      .required(
        "transactionId", .transaction,
        "The transaction that gives it now. Of a promotional entitlement, its id."),
      .required(
        "ownership", ownershipOrPromotion,
        "Bought, shared by a family member, or given by the game."),
      .required("environment", .environment, "The environment."),
      .optional("subscriptionGroupId", .text("21400001"), "The subscription group.", isShown: true),
      .optional("level", .number(1), "The level of service within the group, by the catalog."),
      .required("unlocks", .list(of: .text("pro")), "What the product unlocks, by the catalog."),
      .required(
        "state", .choice(["active", "gracePeriod", "overdue"]),
        "`overdue` only where `overdueFor` asks for it."),
      .required("startsAt", .moment(), "The beginning."),
      .required(
        "expiresAt", Shape.moment("2026-06-15T00:00:00.000Z").orNull,
        "The end; null if it never ends."),
      .optional(
        "willRenew", .truth(), "True if it renews; absent if Apple did not say.", isShown: true),
      .optional("renewsAs", .text("com.example.year"), "The product that follows."),
      .required(
        "confirmedAt", .moment(),
        "The moment of Apple's last word. Of a promotional entitlement, that of its grant."),
      .required(
        "renewalOverdue", .truth(false),
        "True if the end has passed and Apple's word about the renewal is awaited."),
      .optional("uncertain", .truth(), "True if the first copy came late; absent otherwise."),
      .required("because", because, "The events from which it follows."),
    ])

  static let offer = NamedShape(
    "Offer", "An offer in Apple's words.",
    [
      .required(
        "type", Shape.number(1).orNull, "1 introductory, 2 promotional, 3 offer code, 4 win-back."),
      .nullable("identifier", .text("spring"), "Apple's `offerIdentifier`."),
      .nullable("discountType", .text("FREE_TRIAL"), "Apple's `offerDiscountType`.", isShown: true),
      .nullable("period", .text("P1W"), "Apple's `offerPeriod`.", isShown: true),
    ])

  static let commitment = NamedShape(
    "Commitment", "A commitment that is billed by the month.",
    [
      .required("billingPeriodNumber", .number(3), "The number of the present period: 1, 2, 3 …"),
      .required("totalBillingPeriods", .number(12), "The number of periods."),
      .required("paymentsLeft", .number(9), "The periods still to be paid after the present one."),
      .required("expiresAt", Shape.moment("2027-03-15T00:00:00.000Z").orNull, "The end."),
      .required("price", Shape.number(119_880).orNull, "The price of the whole in milliunits."),
      .required("currency", Shape.text("USD").orNull, "The currency."),
      .required(
        "willRenew", Shape.truth().orNull, "True if another follows; null if Apple did not say."),
      .required("renewsAs", Shape.text("com.example.year").orNull, "The product that follows."),
    ])

  static let subscription = NamedShape(
    "Subscription", "The status of a subscription, live or not.",
    [
      .required("originalTransactionId", .transaction, "The purchase."),
      .required("subscriptionGroupId", Shape.text("21400001").orNull, "The subscription group."),
      .required("productId", .text("com.example.month"), "The product."),
      .required(
        "status", .choice(["active", "expired", "billingRetry", "gracePeriod", "revoked"]),
        "The status."),
      .required(
        "expiresAt", .moment("2026-06-15T00:00:00.000Z"), "The end of the present or last period."),
      .required(
        "gracePeriodExpiresAt", Shape.moment("2026-07-01T00:00:00.000Z").orNull.such(as: .null),
        "The end of the grace period."),
      .required(
        "autoRenew", Shape.truth().orNull, "True if renewals are on; null if Apple did not say."),
      .required("renewsAs", Shape.text("com.example.month").orNull, "The product that follows."),
      .required(
        "expirationIntent", Shape.number(1).orNull.such(as: .null), "Apple's `expirationIntent`."),
      .required(
        "priceIncreaseStatus", Shape.number(1).orNull.such(as: .null),
        "Apple's `priceIncreaseStatus`."),
      .required("offer", Shape.named(offer).orNull, "The offer of the present period."),
      .required("commitment", Shape.named(commitment).orNull, "The commitment."),
      .required("ownership", ownership, "Bought, or shared by a family member."),
      .required("environment", .environment, "The environment."),
      .required("confirmedAt", .moment(), "The moment of Apple's last word."),
      .required(
        "renewalOverdue", .truth(false),
        "True if the end has passed and Apple's word about the renewal is awaited."),
      .optional("uncertain", .truth(), "True if the first copy came late; absent otherwise."),
    ])

  static let heading: [ShapeField] = [
    .required("account", .account, "The account."),
    .required("at", .moment("2026-06-01T00:00:00.000Z"), "The moment of the answer."),
    .required("position", .position, "The position that the answer covers."),
  ]

  /// The field of a read about an account that the ledger does not know.
  static let known = ShapeField.optional(
    "known", .truth(false), "`false` if no write ever named the account; absent otherwise.")

  private static let entitlements = DescribedRoute(
    .get, "/v1/accounts/{account}/entitlements", "listEntitlements", "List what an account may use",
    scope: .read, parameters: DescribedParameter.readingEntitlements,
    answers: [
      .json(
        .object(
          heading + [
            known, .required("entitlements", .list(of: .named(entitlement)), "The entitlements."),
          ]
        ),
        "The entitlements; empty if there are none.")
    ], isTagged: true)

  private static let named = DescribedRoute(
    .get, "/v1/accounts/{account}/entitlements/{name}", "readEntitlement",
    "Read one entitlement by a name",
    "Of several, the one that lasts longest, Production's before the sandbox's.", scope: .read,
    parameters: [.path("name", .text("pro"), "A product id, or a name that products unlock.")]
      + DescribedParameter.readingEntitlements,
    answers: [.json(.named(entitlement), "The entitlement.")],
    codes: ["not_entitled", "invalid_name"],
    isTagged: true)

  private static let query = DescribedRoute(
    .post, "/v1/entitlements/query", "queryEntitlements", "Read the entitlements of many accounts",
    scope: .read, parameters: DescribedParameter.readingEntitlements,
    body: .fields(
      [
        .required("accounts", .list(of: .account, most: 1_000), "The accounts, 1 to 1,000."),
        .optional("productId", .text("com.example.month"), "Only entitlements to this product."),
        .optional("subscriptionGroupId", .text("21400001"), "Only entitlements of this group."),
      ], bytesMax: 1_048_576),
    answers: [
      .json(
        .object([
          .required("at", .moment("2026-06-01T00:00:00.000Z"), "The moment of the answer."),
          .required("position", .position, "The position that the answer covers."),
          .required(
            "accounts",
            .list(
              of: .object([
                .required("account", .account, "The account."), known,
                .required("entitlements", .list(of: .named(entitlement)), "Its entitlements."),
              ])), "The accounts, in the order of the body."),
        ]), "The entitlements of each account.")
    ], codes: ["invalid_account"], isTagged: true)

  private static let subscriptions = DescribedRoute(
    .get, "/v1/accounts/{account}/subscriptions", "listSubscriptions",
    "List an account's subscriptions",
    scope: .read, parameters: DescribedParameter.reading,
    answers: [
      .json(
        .object(
          heading + [
            known,
            .required(
              "subscriptions", .list(of: .named(subscription)), "Every subscription, live or not."),
          ]),
        "The subscriptions.")
    ], isTagged: true)

  private static let tenure = DescribedRoute(
    .get, "/v1/accounts/{account}/tenure", "readTenure", "Read the days of paid service",
    """
    With `environment=any` the groups of all environments stand one after another, Production's first; service \
    in one never counts in another.
    """, scope: .read,
    parameters: DescribedParameter.reading + DescribedParameter.query(.trace),
    answers: [
      .json(
        .object(
          heading + [
            known,
            .required(
              "groups", .list(of: .named(PurchaseDescription.tenure)),
              "The tenure in each subscription group."),
          ]),
        "The tenure.")
    ], isTagged: true)

  private static let history = DescribedRoute(
    .get, "/v1/accounts/{account}/history", "readHistory", "Read what happened to an account",
    scope: .read,
    parameters: [
      DescribedParameter.anyEnvironment,
      .query(.at, nil, "Leaves out what was told of a later time; by default nothing."),
    ] + DescribedParameter.query(.app, .knownAt, .minPosition, .limit, .after),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."), known,
          .required("position", .position, "The position that the answer covers."),
          .required(
            "history", .list(of: .named(PurchaseDescription.historyItem)),
            "The events, the oldest first."),
          .required("next", .next, "The `after` of the next page; null at the end."),
        ]), "A page of events.", headers: [("Link", "The address of the next page.")])
    ], isTagged: true)

  private static let purchase = DescribedRoute(
    .get, "/v1/purchases/{originalTransactionId}", "readPurchase",
    "Read a purchase with its transactions",
    "Of purchases of one id in several environments, Production's.", scope: .read,
    parameters: DescribedParameter.reading,
    answers: [.json(.named(PurchaseDescription.purchase), "The purchase.")],
    codes: ["purchase_not_found"],
    isTagged: true)
}
