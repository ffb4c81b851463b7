import Access
import HTTPTypes
import Intake
import Ledger

/// The routes by which purchases come in: Apple's notifications, transactions and receipts.
enum PostDescription {
  static let group = DescribedGroup(
    name: "posts", title: "Purchases come in",
    about: """
      Apple sends its notifications, and the game posts the transactions and receipts that StoreKit gave it. \
      An item with `finish: true` is recorded permanently, and the game may finish it.
      """,
    routes: [notifications, transactions, receipts, receipt, resume])

  static let grantReason = Shape.choice(["none", "unpriced", "waiting"])

  static let postedItem = NamedShape(
    "PostedItem", "The result of one posted transaction.",
    [
      .required("index", .number(0, from: 0), "The place in the post, from 0."),
      .required(
        "transactionId", Shape.transaction.orNull, "Apple's id; null if it cannot be read."),
      .required(
        "productId", Shape.text("com.example.gems100").orNull,
        "The product; null if it cannot be read."),
      .required(
        "environment", Shape.environment.orNull, "The environment; null if it cannot be read."),
      .required(
        "account", Shape.account.orNull,
        "The owner of the purchase after the post; null if it has none."),
      .required(
        "state", .choice(["settled", "pending", "rejected"]),
        "`settled`: recorded. `pending`: saved, and tried again by itself. `rejected`: not taken."),
      .optional(
        "reason", .text("signed_in_the_future"),
        "Why it is pending, rejected, or has another owner: a reason."),
      .optional(
        "coolingDownUntil", .moment(),
        "The moment from which the purchase can move, if it changed hands lately."),
      .optional(
        "movedFrom", .account,
        "The former owner, if the restore of this post moved the purchase; absent otherwise."),
      .required("duplicate", .truth(false), "True if it was recorded before."),
      .required("finish", .truth(), "True if the game may finish the transaction."),
      .optional("priceMissing", .truth(), "True while a charge has no price; absent otherwise."),
      .required(
        "grants", Shape.list(of: .named(GrantDescription.grant)).orNull,
        """
        All grants of the transaction that an account has, whoever caused them; null while they are late, with \
        status 202.
        """
      ),
      .optional(
        "grantReason", grantReason,
        """
        Why there is no grant: `none` nothing is granted, `unpriced` no catalog names the product yet, \
        `waiting` it comes later, such as once an unregistered token is registered.
        """),
    ])

  static let submission = NamedShape(
    "Submission", "The outcome of a post.",
    [
      .required("id", .text("5f1c7a0e9b8d4c3f"), "The id by which the outcome is read again."),
      .required(
        "state", .choice(["settled", "pending", "rejected", "partial"]),
        "The state of all items; `pending` if one waits, `partial` if some settled and some were rejected."
      ),
      .optional(
        "reason", .text("signed_in_the_future"), "The reason of the first item that has one."),
      .required(
        "transactions", .list(of: .named(postedItem)), "The items, in the order of the post."),
      TokenDescription.broughtAlong,
      .required("position", .position, "The position that covers the post, for `minPosition`."),
    ])

  /// An item that waits for another try.
  private static let waiting = Shape.named(postedItem).such(with: [
    "state": "pending", "reason": "revocation_status_unavailable", "finish": false, "grants": [],
    "grantReason": "waiting",
  ])

  private static let outcome = [
    DescribedAnswer.json(.named(submission), "The outcome: settled, partial or rejected."),
    .json(
      Shape.named(submission).such(with: [
        "state": "pending", "reason": "revocation_status_unavailable",
        "transactions": [waiting.example],
      ]),
      "An item waits, or its grants are late: read the outcome again by its id.", status: 202),
  ]

  private static let notifications = DescribedRoute(
    .post, "/v1/apple/notifications", "receiveNotification", "Receive a notification of Apple's",
    """
    The address for App Store Connect: version 2, or version 1 with its shared secret. It takes no key, because the \
    signature proves the sender, and is never limited by a rate. Unknown types are recorded, too.
    """,
    scope: nil,
    body: DescribedBody(
      kind: .apple(.anything(["signedPayload": "eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUk…"])),
      isRequired: true,
      bytesMax: 131_072),
    answers: [
      .json(
        .object([
          .required("recorded", .truth(), "True: it is committed."),
          .required("duplicate", .truth(false), "True if it was recorded before."),
        ]), "Recorded.")
    ],
    codes: DescribedCode.documents.filter { !$0.statuses.isEmpty }.map(\.code)
      + ["environment_not_configured"])

  private static let transactions = DescribedRoute(
    .post, "/v1/transactions", "postTransactions", "Post signed transactions",
    """
    Records transactions of StoreKit 2 for an account. Posting again is always right. The answer waits for the \
    grants for at most two seconds; those of more than 100 purchases are late until granting has met them \
    all.
    """,
    scope: .ingest, parameters: DescribedParameter.query(.app, .environment),
    body: .fields(
      [
        .optional(
          "account", .account, "The account that bought; absent if it is not known.", isShown: true),
        .required(
          "signedTransactions",
          .list(
            of: .text("eyJhbGciOiJFUzI1NiIsIng1YyI6WyJNSUk…"), most: TransactionRoutes.countMax),
          "The `jwsRepresentation` of each transaction, 1 to 100."),
        .optional(
          "restore", .truth(false),
          "True if the player restores: a purchase of another account moves by the app's policy `link`."
        ),
      ], bytesMax: 4_194_304),
    answers: outcome, codes: ["invalid_account", "unstorable_text"])

  private static let receipts = DescribedRoute(
    .post, "/v1/receipts", "postReceipt", "Post an app receipt",
    "Records the purchases of an app receipt of StoreKit 1, or the JWS of an AppTransaction, for an account.",
    scope: .ingest, parameters: DescribedParameter.query(.app, .environment),
    body: .fields(
      [
        .optional(
          "account", .account, "The account that bought; absent if it is not known.", isShown: true),
        .required(
          "receipt", .text("MIIT…"), "The receipt in Base64, or the JWS of an AppTransaction."),
        .optional(
          "deviceId", .uuid("7b6a0f3e-2d1c-4b5a-9e8f-00112233aabb"),
          "The id of the device, which proves that the receipt is its own."),
        .optional("restore", .truth(false), "True if the player restores."),
      ], bytesMax: 10_485_760),
    answers: outcome, codes: ["invalid_account", "unstorable_text"])

  private static let receipt = DescribedRoute(
    .get, "/v1/receipts/{id}", "readReceipt", "Read the outcome of a post again",
    """
    The same body as the post had, as it is now: it has neither `at` nor `knownAt`. A receipt is deleted after 30 \
    days without a change. `app` and `environment` name those of an item of the post.
    """,
    scope: .ingest,
    parameters: [.path("id", .text("5f1c7a0e9b8d4c3f"), "The `id` of the post's answer.")]
      + DescribedParameter.narrowing + DescribedParameter.query(.minPosition),
    answers: outcome, codes: ["receipt_not_found"], isTagged: true)

  private static let resume = DescribedRoute(
    .post, "/v1/accounts/{account}/resume", "resumeAccount",
    "Retry what waits for an account, at login", "In every environment of the app.",
    scope: .ingest,
    parameters: DescribedParameter.query(.app) + [DescribedParameter.namingEnvironment],
    body: .fields([], isRequired: false, bytesMax: 4_096),
    answers: [
      .json(
        .object([
          .required("account", .account, "The account."),
          .required("worked", .number(1, from: 0), "The number of jobs that were tried."),
          .required(
            "receipts", .list(of: .named(submission)),
            "The posts that the key may read, as they are now."),
          .required(
            "pendingGrants", .number(0, from: 0, to: 1_000),
            "The number of pending grants, up to a thousand."),
          .required(
            "environments",
            .list(
              of: .object([
                .required("environment", .environment, "The environment."),
                TokenDescription.brought,
              ])), "The environments in which the account is known from now on."),
          .required("position", .position, "The position that covers the answer."),
        ]), "What was tried.")
    ], codes: ["unstorable_text"])
}
