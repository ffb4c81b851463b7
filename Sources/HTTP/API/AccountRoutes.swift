import Hummingbird
import JSONBytes
import Ledger
import Projections

/// The routes that read an account: its entitlements, subscriptions, tenure and history.
struct AccountRoutes: Sendable {
  let service: ReadService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/accounts/{account}/entitlements", .get, use: entitlements)
    router.route("/v1/accounts/{account}/subscriptions", .get, use: subscriptions)
    router.route("/v1/accounts/{account}/tenure", .get, use: tenure)
    router.route("/v1/accounts/{account}/history", .get, use: history)
  }

  @Sendable private func entitlements(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (account, moment) = (try service.account(context, query), try service.moment(query))
    try await service.wait(query)
    let answer = try await service.reader.status.entitlements(
      of: account, at: moment, knownAt: try query.knownAt())
    let entitlements = answer.value.map(EntitlementBody.init)
    return try TaggedAnswer.response(with: entitlements, to: request) { entitlements in
      EntitlementsAnswer(
        account: account.account.rawValue, at: moment.description,
        position: service.token(answer.position), entitlements: entitlements)
    }
  }

  @Sendable private func subscriptions(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading)
    let (account, moment) = (try service.account(context, query), try service.moment(query))
    try await service.wait(query)
    let answer = try await service.reader.status.subscriptions(
      of: account, at: moment, knownAt: try query.knownAt())
    let subscriptions = answer.value.map(SubscriptionBody.init)
    return try TaggedAnswer.response(with: subscriptions, to: request) { subscriptions in
      SubscriptionsAnswer(
        account: account.account.rawValue, at: moment.description,
        position: service.token(answer.position), subscriptions: subscriptions)
    }
  }

  @Sendable private func tenure(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: Query.reading.union([.trace]))
    let (account, moment) = (try service.account(context, query), try service.moment(query))
    let isTraced = try query.trace()
    try await service.wait(query)
    let answer = try await service.reader.tenure.groups(
      of: account, at: moment, knownAt: try query.knownAt())
    let groups = answer.value.map { TenureBody($0, isTraced: isTraced) }
    return try TaggedAnswer.response(with: groups, to: request) { groups in
      TenureAnswer(
        account: account.account.rawValue, at: moment.description,
        position: service.token(answer.position), groups: groups)
    }
  }

  @Sendable private func history(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(
      request, allowing: [.app, .environment, .minPosition, .limit, .after])
    let account = try service.account(context, query)
    let (limit, after) = (
      try query.limit(default: 100, max: 1_000), try await service.after(query)
    )
    try await service.wait(query)
    let answer = try await service.reader.history.page(of: account, after: after, limit: limit)
    let next = answer.value.next.map(service.token)
    var names = try await service.reader.names.names(in: answer.value.events)
    names[account.reference] = account.account
    let items = answer.value.events.map { HistoryItem($0, names: names) }
    var response = try JSONAnswer.response(
      HistoryAnswer(
        account: account.account.rawValue, position: service.token(answer.position),
        history: items,
        next: Nullable(next)))
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }
}

private struct EntitlementsAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  let entitlements: EncodedPart
}

private struct SubscriptionsAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  let subscriptions: EncodedPart
}

private struct TenureAnswer: Encodable {
  let account: String
  let at: String
  let position: String
  let groups: EncodedPart
}

private struct HistoryAnswer: Encodable {
  let account: String
  let position: String
  let history: [HistoryItem]
  let next: Nullable<String>
}
