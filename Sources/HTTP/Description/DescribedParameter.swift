import Reports

/// A parameter of a route: a part of its address, a query parameter or a header.
struct DescribedParameter: Sendable {
  enum Place: String, Sendable {
    case path, query, header
  }

  let name: String
  let place: Place
  let shape: Shape
  let about: String
  let isRequired: Bool
  /// The codes of problems that the parameter brings along.
  let codes: [String]

  static func path(_ name: String, _ shape: Shape, _ about: String) -> DescribedParameter {
    DescribedParameter(
      name: name, place: .path, shape: shape, about: about, isRequired: true,
      codes: name == "account" ? ["invalid_account"] : [])
  }

  /// The key under which a request is performed once.
  static let idempotencyKey = DescribedParameter(
    name: "Idempotency-Key", place: .header, shape: .text("\"order-17\""),
    about: """
      A name of your own for this request, in quotation marks or without. A request that is sent again \
      with its key is performed once, and the answer has `Idempotency-Hit: true`. A key holds for ever, \
      for the account in the address.
      """,
    isRequired: true,
    codes: ["idempotency_key_required", "invalid_idempotency_key", "idempotency_key_reused"])

  /// The key of the second person whom an app's policy asks for.
  static let secondPerson = DescribedParameter(
    name: SecondPersons.header, place: .header, shape: .text("Bearer another-key"),
    about: """
      The key of a second person, another one of scope `admin`, for an amount above the app's `secondPerson` \
      policy. The event keeps both names.
      """,
    isRequired: false, codes: [])

  /// A query parameter. Shape and meaning are the usual ones of its name unless they are given.
  static func query(
    _ name: Query.Name, _ shape: Shape? = nil, _ about: String? = nil, isRequired: Bool = false
  ) -> DescribedParameter {
    let usual = name.usual
    return DescribedParameter(
      name: name.rawValue, place: .query, shape: shape ?? usual.shape, about: about ?? usual.about,
      isRequired: isRequired, codes: name.codes)
  }

  /// The usual query parameters of some names.
  static func query(_ names: Query.Name...) -> [DescribedParameter] {
    names.map { query($0) }
  }

  private static let environmentOrAny = Shape.choice([
    "Production", "Sandbox", "Xcode", "LocalTesting", "any",
  ])

  /// `environment` of a read that can be about all environments.
  static let anyEnvironment = query(
    .environment, environmentOrAny,
    """
    The environment of the App Store: by default the app's only one, or Production. `any` answers for all \
    that the key reaches, Production first.
    """)

  /// The parameters of reads of what belongs to an account.
  static let reading = [anyEnvironment] + query(.app, .at, .knownAt, .minPosition)

  /// `app` and `environment` of a read of something that has an id of its own.
  static let narrowing = [
    query(.app, nil, "The bundle id of the app: in any other one the id is unknown."),
    query(
      .environment, environmentOrAny,
      "The environment of the App Store: in any other one the id is unknown. `any` is as none."),
  ]

  /// `environment` of a read of what is that of all environments.
  static let sharedEnvironment = query(
    .environment, environmentOrAny,
    "The answer is that of all environments: one that is named must be the app's and in the key's reach."
  )

  /// `environment` of a write that names a player in all environments.
  static let namingEnvironment = query(
    .environment, nil,
    """
    The environment of the App Store, and no other; by default all of the app's that the key reaches, each \
    apart.
    """)

  static let readingEntitlements = reading + query(.overdueFor)

  /// Returns the usual parameters of an address, in its order.
  static func inAddress(_ path: String) -> [DescribedParameter] {
    path.matches(of: /\{(\w+)\}/).map { match in
      let name = String(match.1)
      switch name {
      case "account":
        return .path(
          name, .account, "The account, percent-encoded, by the name that the game gives it.")
      case "originalTransactionId":
        return .path(name, .transaction, "The id of the first transaction of the purchase.")
      default: return .path(name, .text("…"), "")
      }
    }
  }
}

extension Query.Name {
  /// The codes of problems that a parameter of this name brings along.
  fileprivate var codes: [String] {
    switch self {
    case .app: ["unknown_app", "app_required", "key_not_for_app"]
    case .environment: ["environment_not_configured", "key_not_for_environment"]
    case .minPosition: ["position_not_reached", "epoch_changed"]
    case .after, .changedAfter: ["epoch_changed"]
    case .account: ["invalid_account"]
    default: []
    }
  }

  /// The shape and the meaning that a parameter of this name has unless its route says otherwise.
  fileprivate var usual: (shape: Shape, about: String) {
    switch self {
    case .app: (.app, "The bundle id of the app; by default the only one that is configured.")
    case .environment:
      (
        .environment,
        "The environment of the App Store; by default the app's only one, or Production."
      )
    case .at: (.moment(), "The moment that the answer is about; by default now.")
    case .knownAt: (.moment(), "Leaves out what was recorded after this moment.")
    case .minPosition:
      (
        .position,
        """
        A `position` of an earlier answer. The answer waits until it covers that position, for at most five \
        seconds.
        """
      )
    case .limit: (.number(100, from: 1, to: 1_000), "The most items of a page; by default 100.")
    case .after: (.text("9f31c2aa-1.209"), "The `next` of the page before.")
    case .trace: (.truth(), "`true` adds every day with paid time.")
    case .from: (.text("2026-01-01"), "The first day, or the first moment.")
    case .to:
      (.text("2026-02-01"), "The first day, or the first moment, after the report; by default now.")
    case .format: (.choice(ReportFormat.allCases.map(\.rawValue)), "The format; by default json.")
    case .by: (.text("product,month"), "The divisions of the figures, comma-separated.")
    case .lapsing, .endsWithin: (.number(30, from: 1, to: 366), "A number of days.")
    case .uncertain, .subscriptions: (.truth(), "`true` answers the list in place of the report.")
    case .period: (.text("2026-01"), "A month, in place of `from` and `to`.")
    case .calendar:
      (
        .choice(ReportingPeriod.Calendar.allCases.map(\.rawValue)),
        "The calendar of days and months: UTC, Apple's days in Los Angeles, or Apple's fiscal months."
      )
    case .state: (.text("pending"), "The state.")
    case .account: (.account, "The account.")
    case .kind: (.text("post"), "The kind.")
    case .changedAfter:
      (
        .position, "Lists what was made or changed after this position. Empty for the beginning."
      )
    case .transaction: (.transaction, "The id of any transaction of the purchase.")
    case .order: (.text("MK5TTTVWJH"), "The order id of Apple's mail to the customer.")
    case .token: (.uuid(), "An `appAccountToken`.")
    case .lineItem: (.text("2000000987654321"), "Apple's `webOrderLineItemId`.")
    case .dryRun: (.truth(), "`true` answers what would change, and changes nothing.")
    case .reason: (.text("asked by mail"), "The reason.")
    case .merged: (.truth(), "`true` also takes the accounts that were merged.")
    case .overdueFor:
      (
        .text("PT24H"),
        """
        The time, from PT0S to P30D, for which a subscription is still listed while its renewal is awaited; \
        by default none.
        """
      )
    case .consumer: (.text("projections"), "The consumer of the log.")
    case .event: (.text("3-17"), "The id of an event.")
    case .act: (.text("outbox.park"), "The name of an act, or its beginning.")
    case .accounts: (.truth(), "`true` adds the acts that concern single accounts.")
    }
  }
}
