import Access
import HTTPTypes

/// The routes of a wallet that the ledger keeps.
enum WalletDescription {
  static let group = DescribedGroup(
    name: "wallet", title: "Wallets",
    about: """
      Coins that the catalog declares with the wallet `daicho`. Each request that moves coins has an \
      `Idempotency-Key`, and is booked once. A reservation has one end: `commit` and `cancel` need no key, and \
      each of them sent again gets the same entry.
      """,
    routes: [
      read,
      move(.spend, "spendCoins", "Spend coins", codes: ["insufficient_coins"]),
      move(.reserve, "reserveCoins", "Reserve coins", codes: ["insufficient_coins"]),
      move(.commit, "commitReservation", "Spend reserved coins", codes: reservationCodes),
      move(.cancel, "cancelReservation", "Give reserved coins back", codes: reservationCodes),
      move(
        .credit, "creditCoins", "Give earned coins",
        codes: ["credit_not_allowed", "credit_too_large", "second_person_required"]),
      move(
        .reverse, "reverseSpend", "Take back a spend",
        codes: ["entry_not_found", "entry_not_spent", "already_reversed"]),
      move(
        .adjust, "adjustWallet", "Give or take coins by hand",
        codes: ["second_person_required", "insufficient_coins"]),
    ])

  private static let reservationCodes = [
    "reservation_not_found", "reservation_expired", "reservation_settled",
  ]

  static let balance = NamedShape(
    "Balance", "The coins of one coin.",
    [
      .required("environment", .environment, "The environment."),
      .required("coin", .coin, "The coin."),
      .required(
        "balance", .number(70), "The coins that may be spent, `bought + earned - debt`."),
      .required("bought", .number(50, from: 0), "The coins that are left of purchases."),
      .required(
        "earned", .number(20, from: 0), "The coins that are left of those that no purchase brought."
      ),
      .required(
        "debt", .number(0, from: 0), "The coins that refunds took after they were spent."),
      .required("reserved", .number(10), "The coins that are reserved."),
    ])

  static let entry = NamedShape(
    "WalletEntry", "An entry of a wallet. It never changes.",
    [
      .required(
        "id", .text("0a0b0c0d000040008000000000000008"), "The name of the entry, for `reverse`."),
      .required("number", .number(2, from: 1), "The number in the wallet, from 1."),
      .required("environment", .environment, "The environment."),
      .required(
        "kind",
        .choice([
          "spent", "credited", "takenBack", "earned", "reversed", "adjusted", "reserved",
          "committed", "canceled", "merged",
        ]), "What happened."),
      .required("coin", .coin, "The coin."),
      .required("change", .number(-30), "The change of the balance."),
      .required("balance", .number(70), "The coins that may be spent after the entry."),
      .required("bookedAt", .moment("2026-05-15T10:00:00.000Z"), "The moment of booking."),
      .nullable("amount", .number(30), "The amount of the request or of the grant.", isShown: true),
      .nullable(
        "grant", .text("8d3f0a6c1b2e4f5a9c7d6e5f4a3b2c1d"),
        "The grant that was credited or taken back."),
      .nullable("reservation", .text("order-16"), "The reservation that was settled."),
      .nullable("source", .text("quest"), "The origin of earned coins, in the game's words."),
      .nullable(
        "entry", .text("0a0b0c0d000040008000000000000007"), "The spend that the entry takes back."),
      .nullable("reason", .text("apology for an outage"), "The reason of an adjustment."),
      .nullable("author", .text("eve"), "The person behind an adjustment."),
      .nullable("reference", .text("sword"), "The game's own reference.", isShown: true),
      .nullable(
        "idempotencyKey", .text("order-17"),
        "The key of the request; null where a grant or the end of a reservation moved coins.",
        isShown: true),
      .nullable("apiKey", .text("0a1b2c3d"), "The id of the API key of an adjustment."),
      .nullable(
        "expiresAt", .moment("2026-05-15T10:15:00.000Z"),
        "The moment at which a reservation ends by itself."),
      .nullable(
        "productId", .text("com.example.gems100"),
        "The product of the grant; null in the answer of a request."),
      .nullable(
        "transactionId", .transaction,
        "The transaction of the grant; null in the answer of a request."),
      .nullable(
        "event", .text("3-17"), "The event that made the entry; null in the answer of a request."),
    ])

  private static let booked = NamedShape(
    "BookedEntry", "An entry of a wallet, and what the request brought along.",
    entry.fields + [TokenDescription.broughtAlong])

  private static let wallet = NamedShape(
    "Wallet", "The balances and a page of the entries of a wallet, the newest first.",
    [
      .required("account", .account, "The account."), EntitlementDescription.known,
      .required("at", .moment("2026-06-01T00:00:00.000Z"), "The moment of the answer."),
      .required("position", .position, "The position that the answer covers."),
      .required("balances", .list(of: .named(balance)), "The balance of each coin."),
      .required("entries", .list(of: .named(entry)), "The entries, the newest first."),
      .required(
        "reservations",
        .list(
          of: .object([
            .required("environment", .environment, "The environment."),
            .required(
              "reservation", .text("order-18"),
              "The `Idempotency-Key` of the request that reserved."),
            .required("coin", .coin, "The coin."),
            .required("amount", .number(10), "The coins."),
            .required("reservedAt", .moment(), "The moment of the reservation."),
            .required(
              "expiresAt", Shape.moment("2026-05-15T00:15:00.000Z").orNull,
              "The moment at which it ends by itself."),
          ])), "The reservations that are open."),
      .required("next", Shape.text("1").orNull, "The `after` of the next page; null at the end."),
    ])

  private static let read = DescribedRoute(
    .get, "/v1/accounts/{account}/wallet", "readWallet", "Read a wallet",
    """
    `at` is the time of booking here. `knownAt` leaves out what was recorded later: movements, tokens and merges. \
    With `environment=any` the wallets of all environments stand one after another, Production's first; their \
    coins never mix.
    """, scope: .read,
    parameters: DescribedParameter.reading + DescribedParameter.query(.limit) + [
      .query(.after, .text("1"), "The `next` of the page before.")
    ],
    answers: [
      .json(.named(wallet), "The wallet.", headers: [("Link", "The address of the next page.")])
    ],
    isTagged: true)

  /// The fields of requests that move coins, by their names. The verb decides which it has.
  private static let fields: [String: (shape: Shape, about: String)] = [
    "coin": (.coin, "The coin."),
    "amount": (.number(30), "The coins, above 0."),
    "reference": (.text("sword"), "The game's own reference, which the entry keeps."),
    "reservation": (
      .text("order-16"), "The `Idempotency-Key` under which the coins were reserved."
    ),
    "source": (.text("quest"), "The origin of earned coins, which the entry keeps."),
    "entry": (.text("0a0b0c0d000040008000000000000007"), "The `id` of the spend to take back."),
    "reason": (.text("apology for an outage"), "The reason, which the entry keeps."),
    "author": (.text("eve"), "The person who decided, whom the entry keeps."),
    "expiresIn": (
      .number(900, from: 1, to: 31_622_400),
      "The seconds after which the coins are available again by themselves."
    ),
  ]

  private static func move(
    _ verb: WalletVerb, _ name: String, _ title: String, codes: [String]
  ) -> DescribedRoute {
    var known = Self.fields
    if verb == .adjust {
      known["amount"]?.about = "The coins: above 0 to give them, below 0 to take them."
    }
    let described = verb.fields.compactMap { field in
      known[field.name].map { shape, about in
        ShapeField(
          name: field.name, shape: shape, about: about, isRequired: field.isRequired,
          isShown: field.isRequired)
      }
    }
    return DescribedRoute(
      .post, "/v1/accounts/{account}/wallet/\(verb.rawValue)", name, title,
      scope: verb == .adjust ? .admin : .grants,
      parameters: DescribedParameter.query(.app, .environment)
        + (verb.isKeyed ? [.idempotencyKey] : [])
        + ([.adjust, .credit].contains(verb) ? [.secondPerson] : []),
      body: .fields(described),
      answers: [
        .json(
          verb.example(of: .named(booked)),
          "The entry. A repeated request gets the same one; it brings nothing along.",
          headers: [("Idempotency-Hit", "`true` if the request was booked before.")])
      ],
      codes: codes + [
        "coin_kept_by_game", "unknown_coin", "amount_out_of_bounds", "unstorable_text",
      ])
  }
}
