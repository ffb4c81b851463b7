import Access
import HTTPTypes

/// The routes of promotional entitlements.
enum PromotionDescription {
  static let routes = [grant, withdraw]

  private static let id = Shape.text("3d0b5c1e-7f2a-4c4e-9b1d-0a6f3e2d1c0b")
  private static let author = ShapeField.required(
    "author", .text("eve"), "The person who decided.")

  private static let withdrawal = Shape.object([
    .required("at", .moment(), "The moment from which it holds no longer."),
    .required("author", .text("eve"), "The person who withdrew it."),
    .required("reason", .text("given by mistake"), "The reason."),
  ])

  private static let promotion = NamedShape(
    "Promotion", "A promotional entitlement with the decisions on it.",
    [
      .required("id", id, "Its id, the `transactionId` of the entitlement."),
      .required("account", .account, "The account of the request."),
      .required("environment", .environment, "The environment."),
      .required(
        "productId", Shape.text("com.example.month").orNull,
        "The product that it opens; null if it was given by name."),
      .required(
        "name", Shape.text("pro").orNull.such(as: .null),
        "The name that it opens; null if it was given by product."
      ),
      .required("until", .moment("2026-07-01T00:00:00.000Z"), "Its end."),
      .required("state", .choice(["granted", "withdrawn"]), "The state."),
      .required("grantedAt", .moment(), "The moment of the grant, from which it holds."),
      .required("author", .text("eve"), "The person who granted it first."),
      .required("reason", .text("ticket 12"), "The reason of the first grant."),
      .required(
        "withdrawal",
        withdrawal.orNull.such(as: .null), "The withdrawal; null while there is none."),
      TokenDescription.broughtAlong,
      .required("position", .position, "The position that covers the write."),
    ])

  private static let grant = DescribedRoute(
    .post, "/v1/accounts/{account}/entitlements", "grantEntitlement",
    "Give a promotional entitlement",
    """
    It opens a product, or a name that products unlock, from now until a moment, without money and coins. The same \
    until the same moment is given once: a repetition answers with what stands. Exactly one of `productId` and `name` \
    is sent.
    """,
    scope: .support, parameters: DescribedParameter.query(.app, .environment),
    body: .fields([
      .optional(
        "productId", .text("com.example.month"), "A product of the catalog, no consumable.",
        isShown: true),
      .optional("name", .text("pro"), "A name that products of the catalog unlock."),
      .required("until", .moment("2026-07-01T00:00:00.000Z"), "The end, a moment ahead."),
      .required("reason", .text("ticket 12"), "The reason."),
      author,
    ]),
    answers: [.json(.named(promotion), "Given, now or before.")],
    codes: ["unknown_product", "unknown_name", "unstorable_text"])

  private static let withdraw = DescribedRoute(
    .delete, "/v1/accounts/{account}/entitlements/{name}", "withdrawEntitlement",
    "Withdraw a promotional entitlement",
    """
    It holds no longer from now on. A repetition answers with the first withdrawal. Giving the same again is a new \
    promotional entitlement.
    """,
    scope: .support,
    parameters: [.path("name", id, "The id of the promotional entitlement.")]
      + DescribedParameter.query(.app, .environment),
    body: .fields([
      .required("reason", .text("given by mistake"), "The reason."), author,
    ]),
    answers: [
      .json(
        Shape.named(promotion).such(with: [
          "state": "withdrawn", "withdrawal": withdrawal.example, "environments": [],
        ]), "Withdrawn, now or before.")
    ],
    codes: ["promotion_not_found", "unstorable_text"])
}
