import Hummingbird
import Intake
import JSONBytes
import Ledger
import Projections

/// The routes of grants, by which a game with its own wallet lists coins to book and acknowledges
/// them.
struct GrantRoutes: Sendable {
  private static let bodySizeMax = 1_024

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
      allowing: [
        .state, .account, .app, .environment, .minPosition, .limit, .after, .changedAfter,
      ])
    let filter = try await service.grants(context, query)
    if let changed = try await service.changes(query) {
      try await service.wait(query)
      return try await changes(filter, changed, query, request)
    }
    let (limit, after) = (
      try query.limit(default: 100, max: 1_000), try await service.after(query)
    )
    try await service.wait(query)
    let answer = try await service.reader.grants.page(filter, after: after, limit: limit)
    let next = answer.value.next.map(service.token)
    let grants = try EncodedPart(bodies(of: answer.value))
    var response = try TaggedAnswer.response(
      GrantsAnswer(
        grants: grants, next: Nullable(next), position: service.token(answer.position)),
      content: GrantsAnswer(grants: grants, next: Nullable(next), position: nil), to: request)
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  /// Answers the grants that were made or changed after a position. Every page repeats the position of
  /// the first one, from which the next reading goes on.
  private func changes(
    _ filter: GrantFilter, _ changed: GrantChanges, _ query: Query, _ request: Request
  ) async throws -> Response {
    let answer = try await service.reader.changedGrants.page(
      filter, since: changed.since, from: changed.place,
      limit: try query.limit(default: 100, max: 1_000))
    let start = changed.start ?? answer.position
    let next = answer.value.next.map { service.cursor(of: $0, from: start) }
    // The position counts for the tag: a caller who is told that nothing changed must not miss where to go on.
    var response = try TaggedAnswer.response(
      whole: GrantsAnswer(
        grants: try EncodedPart(bodies(of: answer.value.grants)), next: Nullable(next),
        position: service.token(start)), to: request)
    if let next { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  @Sendable private func one(_ request: Request, _ context: APIContext) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .minPosition])
    let answer = try await find(context, query, isRead: true)
    guard let grant = bodies(of: answer.value).first else { throw Problem.grantNotFound }
    return try TaggedAnswer.response(with: grant, to: request) { grant in
      GrantAnswer(grant: grant, position: service.token(answer.position))
    }
  }

  @Sendable private func acknowledge(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let query = try Query(request, allowing: [.app, .environment, .minPosition])
    let bytes = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    let booked = bytes.isEmpty ? nil : try AcknowledgementRequest(reading: bytes).checkedAmount()
    guard let grant = try await find(context, query, isRead: false).value.grants.first,
      let acknowledgement = try await intake.acknowledgements.acknowledge(
        grantMadeBy: grant.made, bookedAmount: booked)
    else { throw Problem.grantNotFound }
    return try JSONAnswer.response(AcknowledgementBody(acknowledgement))
  }

  private func bodies(of page: GrantPage) -> [GrantBody] {
    page.grants.map {
      GrantBody($0, page.accounts, position: service.reader.positions.token($0.changed))
    }
  }

  /// Returns the grant of an id. The id implies app and environment, so the parameters only narrow.
  /// A grant that the key does not reach is as unknown.
  private func find(
    _ context: APIContext, _ query: Query, isRead: Bool
  ) async throws -> Answer<GrantPage> {
    let (app, environment) = try service.narrowing(context, query, isRead: isRead)
    let filter = GrantFilter(environment: environment, bundleID: app)
    guard let id = try context.part("id").flatMap(GrantID.init) else {
      throw Problem.grantNotFound
    }
    try await service.wait(query)
    let answer = try await service.reader.grants.grant(id, filter)
    guard
      answer.value.grants.allSatisfy({ context.reach.contains($0.bundleID, in: $0.environment) })
    else { throw Problem.grantNotFound }
    return answer
  }
}

/// A question for changed grants.
private struct GrantChanges {
  /// The position after which the changes are listed.
  let since: Position
  /// The place where the page begins; nil for the first page.
  let place: ChangedGrantsPlace?
  /// The position of the first page; nil for the first page itself.
  let start: Position?
}

extension ReadService {
  /// Returns the question for changed grants; nil if the request asks for none. An empty position is the
  /// beginning.
  fileprivate func changes(_ query: Query) async throws -> GrantChanges? {
    guard let text = query[.changedAfter] else { return nil }
    let first =
      if text.isEmpty { Position() } else {
        try await position(of: try query.token(text, .changedAfter), .changedAfter)
      }
    guard let after = query[.after] else {
      return GrantChanges(since: first, place: nil, start: nil)
    }
    let parts = after.split(separator: "~").map(String.init)
    let end = parts.count == 3 ? ChangedGrantsEnd(cursor: parts[2]) : nil
    guard parts.count == 2 || parts.count == 3 && (parts[2] == Self.byName || end != nil) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    let place = try await position(of: try query.token(parts[0], .after), .after)
    return GrantChanges(
      since: first,
      place: parts.count == 3 && end == nil ? .byName(place) : .byChain(place, after: end),
      start: try await position(of: try query.token(parts[1], .after), .after))
  }

  private static var byName: String { "names" }

  /// Returns the `next` of a page: its place, and the position of the first page.
  fileprivate func cursor(of place: ChangedGrantsPlace, from start: Position) -> String {
    switch place {
    case .byChain(let after, let end):
      "\(token(after))~\(token(start))" + (end.map { "~\($0.cursor)" } ?? "")
    case .byName(let made): "\(token(made))~\(token(start))~\(Self.byName)"
    }
  }

  /// Returns the filter that the parameters ask for, within one app.
  fileprivate func grants(_ context: APIContext, _ query: Query) async throws -> GrantFilter {
    let (app, environments) = try places(context, query)
    var filter = GrantFilter(state: try query.grantState(), bundleID: app)
    filter.environments = Set(environments)
    if let text = query[.account] {
      let account = try AccountID(reading: text)
      var names: [AccountReference] = []
      for environment in environments {
        let name = AccountReference(environment, app, account)
        names += try await reader.names.resolve(name).names
      }
      filter.accounts = names
    }
    return filter
  }
}

extension ChangedGrantsEnd {
  /// The end of a page as a part of its `next`.
  fileprivate var cursor: String { "\(lane)-\(grant)" }

  fileprivate init?(cursor: String) {
    let parts = cursor.split(separator: "-").map(String.init)
    guard parts.count == 2, let lane = Int16(parts[0]), let grant = GrantID(parts[1]) else {
      return nil
    }
    self.init(lane: lane, grant: grant)
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

extension Problem {
  fileprivate static let grantNotFound = Problem(
    .notFound, code: "grant_not_found",
    detail: "No grant has this id; an id is 32 hexadecimal digits in lower case. To read a grant "
      + "that was made just now, pass `minPosition`.")
}

/// The body of an acknowledgement, which may be left out.
private struct AcknowledgementRequest: StrictBody {
  private let bookedAmount: Int64?

  static let fields: [BodyField] = [.optional("bookedAmount", .coins)]

  func checkedAmount() throws(Problem) -> Int64? {
    guard let bookedAmount, bookedAmount < 0 else { return bookedAmount }
    throw .invalid(
      "bookedAmount", "must be a whole number, 0 or more: the coins that you booked")
  }
}

private struct GrantsAnswer: Encodable {
  let grants: EncodedPart
  let next: Nullable<String>
  /// Nil in the content of which the tag is made.
  let position: String?
}

private struct GrantAnswer: Encodable {
  let grant: EncodedPart
  let position: String
}
