import Hummingbird
import JSONBytes
import Ledger
import Projections

/// The routes that read an account: its entitlements, subscriptions, tenure and history.
struct AccountRoutes: Sendable {
  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route(
      "/v1/accounts/{account}/entitlements", .get, beside: [.post], use: entitlements)
    router.route(
      "/v1/accounts/{account}/entitlements/{name}", .get, beside: [.delete], use: entitlement)
    router.route("/v1/accounts/{account}/subscriptions", .get, use: subscriptions)
    router.route("/v1/accounts/{account}/tenure", .get, use: tenure)
    router.route("/v1/accounts/{account}/history", .get, use: history)
  }

  @Sendable private func entitlements(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.readingEntitlements)
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    try await service.wait(query)
    let answer = try await service.entitlements(of: accounts, query, at: moment)
    let entitlements = answer.value.map(EntitlementBody.init)
    let known = answer.known(accounts)
    return try TaggedAnswer.response(with: entitlements, known: known, to: request) { told in
      EntitlementsAnswer(
        account: try context.accountName, at: moment.description,
        position: service.token(answer.position), known: known, entitlements: told)
    }
  }

  /// Answers with the entitlement of a product, or of what products unlock: of several the one that lasts
  /// longest, of the first environment that has one: Production, then by name.
  @Sendable private func entitlement(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.readingEntitlements)
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    let name = try context.part("name") ?? ""
    if let fault = PlainName.fault(seeking: name) {
      throw Problem.badRequest("invalid_name", "The name in the address \(fault).")
    }
    try await service.wait(query)
    let answer = try await service.entitlements(of: accounts, query, at: moment)
    guard let found = answer.value.named(name) else { throw AccountProblems.notEntitled(to: name) }
    let body = EntitlementBody(found)
    return try TaggedAnswer.response(body, content: body, to: request)
  }

  @Sendable private func subscriptions(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    try await service.wait(query)
    let answer = try await service.subscriptions(of: accounts, query, at: moment)
    let subscriptions = answer.value.map(SubscriptionBody.init)
    let known = answer.known(accounts)
    return try TaggedAnswer.response(with: subscriptions, known: known, to: request) { told in
      SubscriptionsAnswer(
        account: try context.accountName, at: moment.description,
        position: service.token(answer.position), known: known, subscriptions: told)
    }
  }

  @Sendable private func tenure(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading.union([.trace]))
    let (accounts, moment) = (try service.accounts(context, query), try service.moment(query))
    let isTraced = try query.trace()
    try await service.wait(query)
    let answer = try await service.reader.tenure.groups(
      of: accounts, at: moment, knownAt: try query.knownAt())
    let groups = answer.value.map { TenureBody($0, isTraced: isTraced) }
    let known = answer.known(accounts)
    return try TaggedAnswer.response(with: groups, known: known, to: request) { groups in
      TenureAnswer(
        account: try context.accountName, at: moment.description,
        position: service.token(answer.position), known: known, groups: groups)
    }
  }

  @Sendable private func history(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading.union([.limit, .after]))
    let accounts = try service.accounts(context, query)
    let (limit, after) = (
      try query.limit(default: 100, max: 1_000), try await service.after(query)
    )
    try await service.wait(query)
    let answer = try await service.reader.history.page(
      of: accounts, after: after, limit: limit, at: try query.at(), knownAt: try query.knownAt())
    let next = answer.value.next.map(service.token)
    let names = try await service.reader.names.names(
      in: answer.value.events,
      knowing: accounts.reduce(into: [:]) { $0[$1.reference] = $1.account })
    let items = answer.value.events.map { HistoryItem($0, names: names.names(in: $0)) }
    var body = HistoryAnswer(
      account: try context.accountName, known: answer.known(accounts),
      history: try EncodedPart(items), next: Nullable(next))
    let content = body
    body.position = service.token(answer.position)
    var response = try TaggedAnswer.response(body, content: content, to: request)
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }
}

extension APIContext {
  /// The account's name in the address.
  fileprivate var accountName: String {
    get throws { try AccountID(in: self).rawValue }
  }
}

extension [Entitlement] {
  /// Returns the entitlement of a product of this name, or of one that unlocks it; nil if there is none.
  fileprivate func named(_ name: String) -> Entitlement? {
    let found = filter { $0.productID.rawValue == name || $0.unlocks.contains(name) }
    let place = Set(found.map(\.chain.environment)).inOrder.first
    return found.filter { $0.chain.environment == place }
      .max { ($0.expiresAt?.milliseconds ?? .max) < ($1.expiresAt?.milliseconds ?? .max) }
  }
}

private struct EntitlementsAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let entitlements: EncodedPart
}

private struct SubscriptionsAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let subscriptions: EncodedPart
}

private struct TenureAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let groups: EncodedPart
}

private struct HistoryAnswer: Encodable {
  let account: String
  /// Nil in the content of which the tag is made.
  var position: String?
  /// False if no write ever named the account; nil otherwise.
  let known: Bool?
  let history: EncodedPart
  let next: Nullable<String>
}
