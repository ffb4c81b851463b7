import Access
import HTTPTypes
import Ledger

/// The routes of grants, for games that keep coins in a wallet of their own.
enum GrantDescription {
  static let group = DescribedGroup(
    name: "grants", title: "Grants",
    about: """
      The coins that purchases grant. A game with its own wallet lists grants, books what each owes, and \
      acknowledges it. Of two rows of one grant, the one with the higher `revision` counts.
      """,
    routes: [list, one, acknowledge])

  private static let states = GrantState.allCases.map(\.rawValue)

  static let grant = NamedShape(
    "Grant", "The coins of one coin that a purchase grants.",
    [
      .required("id", .text("8d3f0a6c1b2e4f5a9c7d6e5f4a3b2c1d"), "The id: 32 hexadecimal digits."),
      .required(
        "revision", .number(1_099_511_627_777, from: 0),
        "Grows with every change of the other fields, over restores too; below 2^53."),
      .required(
        "account", Shape.account.orNull,
        "The account; null while it has no owner, and once it is erased."),
      .required("environment", .environment, "The environment."),
      .required("coin", .coin, "The coin."),
      .required("amount", .number(100), "The coins that the purchase grants."),
      .required("productId", .text("com.example.gems100"), "The product."),
      .required("transactionId", .transaction, "Apple's id of the transaction."),
      .required("quantity", .number(1), "The quantity that was bought."),
      .required(
        "state", Shape.choice(states).such(as: "credited"),
        """
        `pending` until the game acknowledges it, `credited` in a wallet here, `acknowledged` by the game, \
        `revoked` taken back in whole.
        """),
      .required("grantedAt", .moment(), "The moment at which it was made."),
      .required(
        "revokedAmount", .number(0), "The part of the amount that was taken back, in total."),
      .required(
        "bookedAmount", Shape.number(100).orNull.such(as: .null),
        "The amount that the game said it booked; null if it said none."),
      .optional(
        "deliveredElsewhere", .truth(),
        "True if the coins were delivered before the cut-over; absent otherwise."),
      .required("position", .position, "The position of the last change."),
    ])

  private static let page = NamedShape(
    "GrantPage", "A page of grants.",
    [
      .required(
        "grants", .list(of: .named(grant)), "The grants, in the order in which they were made."),
      .required("next", .next, "The `after` of the next page; null at the end."),
      .required(
        "position", .position,
        """
        With `changedAfter` the position of the first page, on every page: the next `changedAfter` once `next` is null.
        """
      ),
    ])

  private static let list = DescribedRoute(
    .get, "/v1/grants", "listGrants", "List grants",
    """
    `changedAfter` lists each grant that was made or changed after a position, at least once. A list is a snapshot \
    by position: it has neither `at` nor `knownAt`.
    """,
    scope: .grants,
    parameters: [DescribedParameter.anyEnvironment]
      + DescribedParameter.query(.app, .minPosition, .limit, .after, .changedAfter) + [
        .query(.state, .choice(states), "Only grants in this state."),
        .query(.account, .account, "Only grants of this account."),
      ],
    answers: [
      .json(.named(page), "A page of grants.", headers: [("Link", "The address of the next page.")])
    ],
    isTagged: true)

  private static let id = DescribedParameter.path(
    "id", .text("8d3f0a6c1b2e4f5a9c7d6e5f4a3b2c1d"), "The id of the grant.")

  private static let one = DescribedRoute(
    .get, "/v1/grants/{id}", "readGrant", "Read a grant", scope: .grants,
    parameters: [id] + DescribedParameter.narrowing + DescribedParameter.query(.minPosition),
    answers: [
      .json(
        .object([
          .required("grant", .named(grant), "The grant."),
          .required("position", .position, "The position that the answer covers."),
        ]), "The grant.")
    ], codes: ["grant_not_found"], isTagged: true)

  private static let acknowledge = DescribedRoute(
    .post, "/v1/grants/{id}/acknowledge", "acknowledgeGrant", "Acknowledge a grant",
    """
    Says that the game has booked the grant. Idempotent for ever: the answer has the same bytes every time, and the \
    first `bookedAmount` stands.
    """,
    scope: .grants, parameters: [id] + DescribedParameter.query(.app, .environment, .minPosition),
    body: .fields(
      [
        .optional(
          "bookedAmount", .number(100, from: 0),
          "The coins that the game booked; absent counts as the amount.",
          isShown: true)
      ], isRequired: false, bytesMax: 1_024),
    answers: [
      .json(
        .object([
          .required("id", .text("8d3f0a6c1b2e4f5a9c7d6e5f4a3b2c1d"), "The id."),
          .required(
            "state", Shape.choice(["acknowledged", "credited"]),
            "`credited` for a coin that is kept here."),
          .required("coin", .coin, "The coin."),
          .required("amount", .number(100), "The coins that the purchase grants."),
          .required("productId", .text("com.example.gems100"), "The product."),
          .required("transactionId", .transaction, "Apple's id of the transaction."),
          .required("quantity", .number(1), "The quantity that was bought."),
          .required("environment", .environment, "The environment."),
          .required("grantedAt", .moment(), "The moment at which the grant was made."),
          .required(
            "acknowledgedAt", Shape.moment("2026-05-15T00:00:02.000Z").orNull,
            "The moment of the acknowledgement; null for a coin that is kept here."),
          .required(
            "bookedAmount", Shape.number(100).orNull,
            "The amount that was booked; null if none was said, which counts as the amount."),
        ]), "The acknowledgement.")
    ], codes: ["grant_not_found", "amount_out_of_bounds", "unstorable_text"])
}
