import Hummingbird
import JSONBytes
import Ledger
import Projections

/// The route that reads the entitlements of many accounts at once.
struct EntitlementQueryRoute: Sendable {
  /// Room for the most names of the greatest length, with escaped characters.
  private static let bodySizeMax = 1_048_576

  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/entitlements/query", .post, use: ask)
  }

  @Sendable private func ask(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: Query.readingEntitlements)
    let (app, environments) = try service.places(context, query)
    let (moment, known) = (try service.moment(query), try query.knownAt())
    let body = try EntitlementQueryBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let accounts = try body.checkedAccounts()
    let narrowing = try body.narrowing()
    try await service.wait(query)
    let answer = try await service.reader.status.entitlements(
      of: accounts.flatMap { account in
        environments.map { AccountKey(environment: $0, bundleID: app, account: account) }
      }, at: moment, knownAt: known, overdueFor: try query.overdueFor())
    let found = accounts.indices.map { index in
      answer.value[index * environments.count..<(index + 1) * environments.count].flatMap(\.self)
    }
    let told = zip(accounts, found).map { account, entitlements in
      AccountsEntitlements(
        account: account.rawValue,
        known: answer.known(
          environments.map { AccountKey(environment: $0, bundleID: app, account: account) }),
        entitlements: entitlements.filter(narrowing.contains).map(EntitlementBody.init))
    }
    return try TaggedAnswer.response(with: told, to: request) { told in
      EntitlementQueryAnswer(
        at: moment.description, position: service.token(answer.position), accounts: told)
    }
  }
}

/// The accounts that a query asks about, and what narrows the lists of their entitlements.
private struct EntitlementQueryBody: StrictBody {
  private static let accountsMax = 1_000

  let accounts: [String]
  let productId: String?
  let subscriptionGroupId: String?

  static let fields: [BodyField] = [
    .required("accounts", .strings), .optional("productId", .string),
    .optional("subscriptionGroupId", .string),
  ]

  /// Returns the accounts in the order of the body, each as often as it comes.
  func checkedAccounts() throws(Problem) -> [AccountID] {
    guard (1...Self.accountsMax).contains(accounts.count) else {
      throw .invalid(
        "accounts",
        "must hold 1 to \(Self.accountsMax) names, but holds \(accounts.count): "
          + (accounts.isEmpty ? "name an account" : "divide them among several requests"))
    }
    var checked: [AccountID] = []
    checked.reserveCapacity(accounts.count)
    for (index, name) in accounts.enumerated() {
      if let fault = PlainName.fault(seeking: name) {
        throw .invalid("accounts[\(index)]", fault, code: "invalid_account")
      }
      checked.append(AccountID(name))
    }
    return checked
  }

  func narrowing() throws(Problem) -> EntitlementNarrowing {
    EntitlementNarrowing(
      productID: try Self.checked(productId, "productId").map(ProductID.init),
      subscriptionGroupID: try Self.checked(subscriptionGroupId, "subscriptionGroupId")
        .map(SubscriptionGroupID.init))
  }

  private static func checked(
    _ text: String?, _ field: String
  ) throws(Problem) -> String? {
    if let text, let fault = PlainName.fault(seeking: text) {
      throw .invalid(field, "\(fault), or leave the field out")
    }
    return text
  }
}

/// The part of the entitlements that a query asks for; nil for all products or groups.
private struct EntitlementNarrowing {
  let productID: ProductID?
  let subscriptionGroupID: SubscriptionGroupID?

  func contains(_ entitlement: Entitlement) -> Bool {
    (productID == nil || entitlement.productID == productID)
      && (subscriptionGroupID == nil || entitlement.subscriptionGroupID == subscriptionGroupID)
  }
}

private struct AccountsEntitlements: Encodable {
  let account: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let entitlements: [EntitlementBody]
}

private struct EntitlementQueryAnswer: Encodable {
  let at: String
  let position: String
  let accounts: EncodedPart
}
