import Access
import HTTPTypes

/// The routes of an account: who it is, what belongs to it, and its end.
enum AccountDescription {
  static let group = DescribedGroup(
    name: "accounts", title: "Accounts",
    about: """
      An account has the name that the game gives it. Tokens are other names of it, purchases are linked to it, guests \
      are merged into it, and it can be erased.
      """,
    routes: [
      summary, lookup, readConsent, setConsent,
    ] + TokenDescription.routes + [link, merge, undoMerge, erase])

  private static let consent = NamedShape(
    "Consent", "The last word of an account on telling Apple about consumption.",
    [
      .required(
        "consumption", Shape.truth().orNull, "True if it consents; null if it never said anything."),
      .required("changedAt", Shape.moment().orNull, "The moment of its last word."),
    ])

  private static let summary = DescribedRoute(
    .get, "/v1/accounts/{account}", "readAccount", "Read all that the ledger has of an account",
    "For customer support, in one answer. Jobs are those that wait now, whatever `at` and `knownAt` say.",
    scope: .support, parameters: DescribedParameter.reading,
    answers: [
      .json(
        .object(
          EntitlementDescription.heading + [
            .required(
              "environments",
              .list(
                of: .object([
                  .required("environment", .environment, "The environment."),
                  .required(
                    "account", Shape.account.orNull,
                    "The account itself, or the one into which it was merged."),
                  .required(
                    "aliases", .list(of: .text("0c1f6a7e-0000-4000-8000-00000000abcd")),
                    "Its other names."),
                  .required("consent", .named(consent), "Its consent."),
                  .required(
                    "balances", .list(of: .named(WalletDescription.balance)),
                    "Its coins that are kept here."),
                  .required(
                    "pendingJobs", .list(of: .named(OperationDescription.job)),
                    "Its pending jobs, at most 100."),
                ])), "The environments in which the ledger heard of it."),
            .required(
              "entitlements", .list(of: .named(EntitlementDescription.entitlement)),
              "Its entitlements."),
            .required(
              "subscriptions", .list(of: .named(EntitlementDescription.subscription)),
              "Its subscriptions."),
          ]), "The summary.")
    ], codes: ["unknown_account"], isTagged: true)

  private static let lookup = DescribedRoute(
    .get, "/v1/lookup", "lookUp", "Find an account and its purchase by an id",
    """
    Exactly one of `transaction`, `order`, `token` and `lineItem` is given. `at` leaves out what was bought later. \
    With `knownAt` an id leads to the purchase that it leads to now, told with its owner of then, if the ledger had \
    heard of it. Apple is asked about an order each time, and now, whatever `at` and `knownAt` say.
    """,
    scope: .support,
    parameters: DescribedParameter.reading
      + DescribedParameter.query(.transaction, .order, .token, .lineItem),
    answers: [
      .json(
        .object([
          .required(
            "matches",
            .list(
              of: .object([
                .required("environment", .environment, "The environment."),
                .required("app", .app, "The bundle id of the app."),
                .required("account", Shape.account.orNull, "The owner; null if it has none."),
                .required(
                  "originalTransactionId", Shape.transaction.orNull,
                  "The purchase; null for an account without one."),
                .required(
                  "transactionId", Shape.transaction.orNull,
                  "The transaction; null if the id names the whole purchase."),
              ])), "What was found."),
          .required("position", .position, "The position that the answer covers."),
        ]), "What was found.")
    ], codes: ["nothing_found", "server_api_key_missing", "apple_unavailable"], isTagged: true)

  private static let readConsent = DescribedRoute(
    .get, "/v1/accounts/{account}/consent", "readConsent",
    "Read the consent to tell Apple about consumption",
    "The last word. `at` leaves out what was said later, and `knownAt` what was recorded later.",
    scope: .read, parameters: DescribedParameter.reading,
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."), EntitlementDescription.known,
          .required(
            "environments",
            .list(
              of: .object([
                .required("environment", .environment, "The environment."),
                .required("consent", .named(consent), "Its last word there."),
              ])), "Its consent in each environment that was asked for."),
          .required("position", .position, "The position that the answer covers."),
        ]), "The consent.")
    ], isTagged: true)

  private static let setConsent = DescribedRoute(
    .put, "/v1/accounts/{account}/consent", "setConsent",
    "Record the consent to tell Apple about consumption",
    scope: .ingest, parameters: DescribedParameter.query(.app, .environment),
    body: .fields([.required("consumption", .truth(), "True if the account consents.")]),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."),
          .required("consumption", .truth(), "What was recorded."),
          TokenDescription.broughtAlong,
          .required("position", .position, "The position that covers the write."),
        ]), "Recorded.")
    ], codes: ["unstorable_text"])

  private static let link = DescribedRoute(
    .post, "/v1/accounts/{account}/purchases", "linkPurchase", "Link a purchase to an account",
    """
    Without a `reason` it takes a key of scope `ingest`, and links a purchase that has no owner. With one it \
    takes a key of scope `support`: a person moves the purchase to the account, whatever the app's policy \
    says and whoever has it.
    """,
    scope: .ingest, orScope: .support,
    parameters: DescribedParameter.query(.app, .environment),
    body: .fields([
      .required(
        "originalTransactionId", .transaction, "The id of any transaction of the purchase."),
      .optional("reason", .text("bought on another account"), "Why a person decides."),
      .optional("by", .text("mia"), "The person; by default the name of the key."),
      .optional(
        "withCoins", .truth(),
        "`true` also moves the coins of the purchase, into debt where they were spent: with scope `grants`, too."
      ),
    ]),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."),
          .required(
            "originalTransactionId", .transaction,
            "The purchase, whichever of its transactions the request named."),
          .required("state", .choice(["linked"]), "The state."),
          TokenDescription.broughtAlong,
          .required("position", .position, "The position that covers the write."),
        ]), "Linked, now or before."),
      .json(
        .object([
          .required(
            "id", .text("5f1c7a0e9b8d4c3f2a1b0c9d8e7f6a5b"), "The id of the job that asks Apple."),
          .required("account", .account, "The account."),
          .required("originalTransactionId", .transaction, "The id of the request."),
          .required("state", .choice(["pending"]), "The state."),
          TokenDescription.broughtAlong,
        ]), "Apple is asked about the purchase, which is linked then if it has no owner.",
        status: 202),
    ],
    codes: [
      "purchase_not_found", "owned_by_another_account", "token_not_registered", "cooling_down",
      "reason_missing", "nothing_to_undo", "unstorable_text",
    ])

  private static let mergeAnswer = NamedShape(
    "Merge", "A merge of two accounts, or its undoing.",
    [
      .required("account", .account, "The target."),
      .required("from", .text("guest-4"), "The account that was merged."),
      .required("state", .choice(["merged", "undone"]), "The state."),
      .required(
        "environments",
        .list(
          of: .object([
            .required("environment", .environment, "The environment."),
            .required(
              "balances",
              .list(
                of: .object([
                  .required("coin", .coin, "The coin."),
                  .required("amount", .number(70), "The coins that moved; below zero is debt."),
                ])), "The balances that moved."),
            .required(
              "brought", .list(of: .transaction),
              "The purchases that waited under either name until now; told once, and empty in a repetition."
            ),
          ])), "What moved in each environment."),
      .required("position", .position, "The position that covers the write."),
    ])

  private static let from = ShapeField.required(
    "from", .text("guest-4"), "The account that is merged, or was.")

  private static let merge = DescribedRoute(
    .post, "/v1/accounts/{account}/merge", "mergeAccount", "Merge a guest into an account",
    "Purchases, tokens and coins of `from` move, in every environment of the app.", scope: .grants,
    parameters: DescribedParameter.query(.app) + [
      DescribedParameter.namingEnvironment, .idempotencyKey,
    ],
    body: .fields([from]),
    answers: [
      .json(
        .named(mergeAnswer), "Merged.",
        headers: [("Idempotency-Hit", "`true` if the accounts were merged before.")])
    ],
    codes: [
      "unknown_account", "same_account", "already_merged", "is_target", "too_many_guests",
      "open_reservations", "coins_moving", "amount_out_of_bounds", "unstorable_text",
    ])

  private static let undoMerge = DescribedRoute(
    .post, "/v1/accounts/{account}/merge/undo", "undoMerge", "Undo a merge",
    "Moves back exactly what moved, the target into debt if it has spent.", scope: .admin,
    parameters: DescribedParameter.query(.app) + [DescribedParameter.namingEnvironment],
    body: .fields([
      from, .required("reason", .text("merged by mistake"), "The reason."),
      .required("author", .text("eve"), "The person who decided."),
    ]),
    answers: [
      .json(
        Shape.named(mergeAnswer).such(with: ["state": "undone"]), "Undone.",
        headers: [("Idempotency-Hit", "`true` if the merge was undone before.")])
    ],
    codes: [
      "not_merged", "same_account", "open_reservations", "amount_out_of_bounds", "already_merged",
      "is_target", "unstorable_text",
    ])

  private static let erase = DescribedRoute(
    .delete, "/v1/accounts/{account}", "eraseAccount", "Erase a person",
    "In every environment of the app. It cannot be undone.",
    scope: .erase,
    parameters: DescribedParameter.query(.app, .reason, .merged) + [
      DescribedParameter.namingEnvironment,
      .query(
        .by, .text("eve"), "The person who decided; by default the key. The body may say it, too."),
    ],
    body: .fields(
      [
        .optional("by", .text("eve"), "The person who decided; by default the key.", isShown: true),
        .optional("reason", .text("asked by mail"), "The reason.", isShown: true),
        .optional(
          "merged", .truth(),
          "True also takes the account into which it was merged, with all its guests."),
      ], isRequired: false),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."),
          .required("state", .choice(["erased"]), "The state."),
          .required(
            "environments",
            .list(
              of: .object([
                .required("environment", .environment, "The environment."),
                .required("erasedAt", .moment(), "The moment."),
                .required(
                  "purchases", .list(of: .transaction), "The purchases that lost their evidence."),
                .required("jobs", .number(0, from: 0), "The number of jobs that were deleted."),
                .required(
                  "receipts", .number(1, from: 0), "The number of saved posts that were deleted."),
              ])), "What was erased in each environment."),
        ]), "Erased.")
    ], codes: ["unknown_account", "merged_into", "unstorable_text"])
}
