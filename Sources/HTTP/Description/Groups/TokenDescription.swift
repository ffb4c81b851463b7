import Access
import HTTPTypes

/// The routes that register an account's tokens and withdraw them.
enum TokenDescription {
  static let routes = [register, withdraw]

  private static let register = DescribedRoute(
    .post, "/v1/accounts/{account}/tokens", "registerToken", "Register an appAccountToken",
    "In every environment of the app. Where it names another account in one of them, it is registered in none.",
    scope: .ingest,
    parameters: DescribedParameter.query(.app) + [DescribedParameter.namingEnvironment],
    body: .fields([
      .required("appAccountToken", .uuid(), "The token that the game gives to StoreKit.")
    ]),
    answers: [
      answer(
        "registered",
        brought,
        "The environments where it is registered.", "Registered, now or before.")
    ], codes: ["token_of_another_account", "unstorable_text"])

  private static let withdraw = DescribedRoute(
    .delete, "/v1/accounts/{account}/tokens/{token}", "withdrawToken",
    "Withdraw an appAccountToken",
    """
    In every environment of the app where it is registered to the account. Purchases of the token stay with the \
    account.
    """, scope: .admin,
    parameters: [.path("token", .uuid(), "The token."), DescribedParameter.namingEnvironment]
      + DescribedParameter.query(.app),
    body: .fields(
      [
        .optional(
          "author", .text("eve"), "The person who decided; by default the key.", isShown: true),
        .optional("reason", .text("a shared device"), "The reason.", isShown: true),
      ], isRequired: false),
    answers: [
      answer(
        "withdrawn",
        .required("kept", .list(of: .transaction), "The purchases of the token, which stay."),
        "The environments where it was withdrawn.", "Withdrawn.")
    ], codes: ["invalid_token", "token_not_found", "unstorable_text"])

  /// The purchases that a write brought along which made a name known.
  static let brought = ShapeField.required(
    "brought", .list(of: .transaction),
    "The purchases that waited under the name until now; told once, and empty in a repetition.")

  /// The purchases that a write about one environment brought along.
  static let broughtAlong = ShapeField.required(
    "environments",
    .list(of: .object([.required("environment", .environment, "The environment."), brought])),
    "The environments where purchases waited under the account's name until now; told once: empty if the name was known, and in a repetition."
  )

  /// Returns the answer of either route: the token's state, and its purchases in each environment.
  private static func answer(
    _ state: String, _ purchases: ShapeField, _ environments: String, _ title: String
  ) -> DescribedAnswer {
    .json(
      .object([
        .required("account", .account, "The account."),
        .required("appAccountToken", .uuid(), "The token, in lower case."),
        .required("state", .choice([state]), "The state."),
        .required(
          "environments",
          .list(
            of: .object([.required("environment", .environment, "The environment."), purchases])),
          environments),
        .required("position", .position, "The position that covers the write."),
      ]), title)
  }
}
