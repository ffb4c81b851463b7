import Hummingbird
import Intake
import Ledger
import Projections

/// The routes of grants, by which a game with its own wallet lists coins to book and acknowledges
/// them.
struct GrantRoutes: Sendable {
  let service: ReadService
  let intake: Intake

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/grants", .get, use: list)
    router.route("/v1/grants/{id}", .get, use: one)
    router.route("/v1/grants/{id}/acknowledge", .post, use: acknowledge)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(
      request,
      allowing: [.state, .account, .app, .environment, .minPosition, .limit, .after])
    let filter = try await service.grants(query)
    let (limit, after) = (
      try query.limit(default: 100, max: 1_000), try await service.after(query)
    )
    try await service.wait(query, for: .grants)
    let answer = try await service.reader.grants(filter, after: after, limit: limit)
    let next = answer.value.next.map(service.token)
    var response = try JSONAnswer.response(
      GrantsAnswer(
        grants: answer.value.bodies, next: Nullable(next), position: service.token(answer.position))
    )
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  @Sendable private func one(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .minPosition])
    let answer = try await find(context, query)
    guard let grant = answer.value.bodies.first else { throw Problem.grantNotFound }
    return try JSONAnswer.response(
      GrantAnswer(grant: grant, position: service.token(answer.position)))
  }

  @Sendable private func acknowledge(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .minPosition])
    guard let grant = try await find(context, query).value.grants.first,
      let acknowledgement = try await intake.acknowledge(grantMadeBy: grant.made)
    else { throw Problem.grantNotFound }
    return try JSONAnswer.response(AcknowledgementBody(acknowledgement))
  }

  /// Returns the grant of an id. The id implies app and environment, so the parameters only narrow.
  private func find(_ context: APIContext, _ query: Query) async throws -> Answer<GrantPage> {
    let filter = GrantFilter(
      environment: try query.environment(), bundleID: try query.app(among: service.apps))
    guard let id = try context.part("id").flatMap(GrantID.init) else {
      throw Problem.grantNotFound
    }
    try await service.wait(query, for: .grants)
    return try await service.reader.grant(id, filter)
  }
}

extension ReadService {
  /// Returns the filter that the parameters ask for, within one app and environment.
  fileprivate func grants(_ query: Query) async throws -> GrantFilter {
    let (app, environment) = (try app(query), try query.environment() ?? .production)
    var filter = GrantFilter(
      state: try query.grantState(), environment: environment, bundleID: app)
    if let text = query[.account] {
      let account = AccountReference(environment, app, try AccountID(reading: text))
      filter.accounts = Array(try await reader.resolve(account).names)
    }
    return filter
  }
}

extension Query {
  fileprivate func grantState() throws(Problem) -> GrantState? {
    guard let text = self[.state] else { return nil }
    guard let state = GrantState(rawValue: text) else {
      throw Query.bad(.state, "must be one of \(GrantState.allCases.map(\.rawValue).oneOf)")
    }
    return state
  }
}

extension GrantPage {
  fileprivate var bodies: [GrantBody] { grants.map { GrantBody($0, names: names) } }
}

extension Problem {
  fileprivate static let grantNotFound = Problem(
    .notFound, code: "grant_not_found",
    detail: "No grant has this id; an id is 32 hexadecimal digits in lower case. To read a grant "
      + "that was made just now, pass `minPosition`.")
}

private struct GrantsAnswer: Encodable {
  let grants: [GrantBody]
  let next: Nullable<String>
  let position: String
}

private struct GrantAnswer: Encodable {
  let grant: GrantBody
  let position: String
}
