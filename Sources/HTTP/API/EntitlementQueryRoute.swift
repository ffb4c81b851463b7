import Hummingbird
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
    let query = try Query(request, allowing: Query.reading)
    let (app, environment) = try service.place(context, query)
    let (moment, known) = (try service.moment(query), try query.knownAt())
    let body = try EntitlementQueryBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    let accounts = try body.checkedAccounts()
    let narrowing = try body.narrowing()
    try await service.wait(query)
    let answer = try await service.reader.status.entitlements(
      of: accounts.map { AccountKey(environment: environment, bundleID: app, account: $0) },
      at: moment, knownAt: known)
    return try JSONAnswer.response(
      EntitlementQueryAnswer(
        at: moment.description, position: service.token(answer.position),
        accounts: zip(accounts, answer.value).map { account, entitlements in
          EntitlementQueryAnswer.Account(
            account: account.rawValue,
            entitlements: entitlements.filter(narrowing.contains).map(EntitlementBody.init))
        }))
  }
}

/// The accounts that a query asks about, and what narrows the lists of their entitlements.
private struct EntitlementQueryBody: StrictBody {
  private static let accountsMax = 1_000

  let accounts: [String]
  let productId: String?
  let subscriptionGroupId: String?

  enum CodingKeys: String, CodingKey, CaseIterable {
    case accounts, productId, subscriptionGroupId
  }
  static let form =
    "{\"accounts\": [string], \"productId\"?: string, \"subscriptionGroupId\"?: string}"

  /// Returns the accounts in the order of the body, each as often as it comes.
  func checkedAccounts() throws(Problem) -> [AccountID] {
    guard (1...Self.accountsMax).contains(accounts.count) else {
      throw .badRequest(
        "invalid_body",
        "`accounts` must hold 1 to \(Self.accountsMax) names, but holds \(accounts.count): "
          + (accounts.isEmpty ? "name an account." : "divide them among several requests."))
    }
    var checked: [AccountID] = []
    checked.reserveCapacity(accounts.count)
    for (index, name) in accounts.enumerated() {
      if let fault = PlainName.fault(seeking: name) {
        throw .badRequest("invalid_account", "`accounts[\(index)]` \(fault).")
      }
      checked.append(AccountID(name))
    }
    return checked
  }

  func narrowing() throws(Problem) -> EntitlementNarrowing {
    EntitlementNarrowing(
      productID: try Self.checked(productId, .productId).map(ProductID.init),
      subscriptionGroupID: try Self.checked(subscriptionGroupId, .subscriptionGroupId)
        .map(SubscriptionGroupID.init))
  }

  private static func checked(
    _ text: String?, _ field: CodingKeys
  ) throws(Problem) -> String? {
    if let text, let fault = PlainName.fault(seeking: text) {
      throw .badRequest("invalid_body", "`\(field.rawValue)` \(fault), or leave the field out.")
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

private struct EntitlementQueryAnswer: Encodable {
  struct Account: Encodable {
    let account: String
    let entitlements: [EntitlementBody]
  }

  let at: String
  let position: String
  let accounts: [Account]
}
