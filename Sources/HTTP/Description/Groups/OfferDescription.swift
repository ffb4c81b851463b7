import Access
import HTTPTypes

/// The routes of offers.
enum OfferDescription {
  static let routes = [offers]

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
        `eligible` if Apple named the customer and nothing of the group was ever bought; `ineligible` if something was. \
        Otherwise `unknown`: StoreKit on the device knows.
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
    "As far as it follows from the ledger, for each subscription group of the catalog and of the player.",
    scope: .read, parameters: DescribedParameter.reading,
    answers: [
      .json(
        .object(
          EntitlementDescription.heading + [
            .required("groups", .list(of: .named(group)), "The subscription groups.")
          ]),
        "The offers of each group.")
    ], isTagged: true)
}
