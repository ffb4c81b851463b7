import Access
import HTTPTypes

/// The routes of offers.
enum OfferDescription {
  static let routes = [offers, signature]

  private static let eligibility = Shape.choice(["eligible", "ineligible", "unknown"])

  private static let group = NamedShape(
    "GroupOffers", "The offers of a subscription group that a player may be shown.",
    [
      .required("subscriptionGroupId", .text("21400001"), "The subscription group."),
      .required("environment", .environment, "The environment."),
      .required(
        "productIds", .list(of: .text("com.example.month")),
        "The products of the group in the catalog in force."),
      .required(
        "introductory", eligibility,
        """
        `eligible` if Apple named the customer and nothing of the group was ever bought; `ineligible` while a subscription \
        runs or is retried, and once an introductory offer was received. Otherwise `unknown`: StoreKit on the device knows.
        """),
      .required(
        "winBack", eligibility,
        """
        `eligible` if Apple told offers after the subscription had ended; `ineligible` while it runs or is retried, and \
        for a customer who never had one. Otherwise `unknown`.
        """),
      .required(
        "winBackOfferIds", .list(of: .text("come-back")),
        "The win-back offers that Apple told, the best first."),
      .required(
        "because", EntitlementDescription.because, "The events from which it follows."),
    ])

  private static let offers = DescribedRoute(
    .get, "/v1/accounts/{account}/offers", "listOffers",
    "Read for which offers a player is eligible",
    """
    As far as it follows from the ledger, for each subscription group of the catalog and of the player. With \
    `environment=any` the groups of all environments stand one after another, Production's first.
    """, scope: .read, parameters: DescribedParameter.reading,
    answers: [
      .json(
        .object(
          EntitlementDescription.heading + [
            EntitlementDescription.known,
            .required("groups", .list(of: .named(group)), "The subscription groups."),
          ]),
        "The offers of each group.")
    ], isTagged: true)

  private static let signature = DescribedRoute(
    .post, "/v1/accounts/{account}/offers/signature", "signOffer", "Sign a promotional offer",
    "Signs what the app gives to StoreKit, in both forms that it takes, and records nothing. Apple accepts it for 24 hours.",
    scope: .ingest, parameters: DescribedParameter.query(.app, .environment),
    body: .fields([
      .required("productId", .text("com.example.month"), "A subscription of the catalog."),
      .required(
        "offerIdentifier", .text("spring"), "A promotional offer that the catalog lists for it."),
      .optional(
        "appAccountToken", .uuid(),
        "The token that the app gives to StoreKit with the purchase, if it gives one.",
        isShown: true),
      .optional(
        "transactionId", .transaction,
        "Any transaction of the customer, to whom the JWS is bound then."),
    ]),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account of the request."),
          .required("keyIdentifier", .text("ABCDE12345"), "The id of the key that signed."),
          .required("productId", .text("com.example.month"), "The product."),
          .required("offerIdentifier", .text("spring"), "The offer."),
          .required(
            "appAccountToken", Shape.uuid().orNull, "The token in lower case; null for none."),
          .required("nonce", .uuid(), "The nonce, in lower case."),
          .required(
            "timestamp", .number(1_780_272_000_000), "The moment, in milliseconds since 1970."),
          .required(
            "signature", .text("MEUCIQD…"), "The signature of these values, DER in Base64."),
          .required("jws", .text("eyJhbGciOiJFUzI1NiJ9…"), "The offer as a JWS."),
        ]), "The signature.")
    ], codes: ["offer_key_missing", "unknown_product", "unknown_offer", "token_of_another_account"])
}
