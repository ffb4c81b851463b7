import EventProcessing
import Hummingbird
import Ledger

/// The routes of dead letters: the person on call lists, shows and retries them. They are those of
/// every app: a key that is bound to apps or environments is refused.
struct DeadLetterRoutes: Sendable {
  let deadLetters: DeadLetterAdministration
  let now: @Sendable () -> Instant

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/dead-letters", .get, use: list)
    router.route("/v1/dead-letters/retry", .post, use: retry)
    router.route("/v1/dead-letters/{event}", .get, use: show)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    let query = try Query(request, allowing: [.consumer, .limit, .after])
    let body = DeadLettersBody(
      try await deadLetters.list(
        consumer: query.consumer, after: try query.deadLettersAfter(),
        limit: try query.limit(default: 100, max: 1_000)))
    var response = try TaggedAnswer.response(whole: body, to: request)
    if let next = body.nextCursor { NextPage(of: request, after: next).add(to: &response) }
    return response
  }

  @Sendable private func show(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    _ = try Query(request, allowing: [])
    guard let id = try context.part("event").flatMap(EventID.init),
      let shown = try await deadLetters.show(id)
    else { throw Problem.eventNotFound }
    return try TaggedAnswer.response(whole: RawEventBody(shown), to: request)
  }

  @Sendable private func retry(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    let query = try Query(request, allowing: [.consumer, .event, .reason])
    let filter = DeadLetterAdministration.Filter(
      consumer: query.consumer, event: try query.event(), reason: query[.reason])
    let act = filter.act(signed: try await ActBody.signature(of: request, context), at: now())
    let retried = try await deadLetters.retry(filter, as: act)
    return try JSONAnswer.response(RetriedDeadLettersBody(retried))
  }
}

extension Query {
  fileprivate var consumer: ConsumerName? { self[.consumer].map(ConsumerName.init(rawValue:)) }

  fileprivate func event() throws(Problem) -> EventID? {
    guard let text = self[.event] else { return nil }
    guard let id = EventID(text) else { throw Query.bad(.event, "must be an event id as 3-17") }
    return id
  }

  fileprivate func deadLettersAfter() throws(Problem) -> DeadLetterCursor {
    guard let text = self[.after] else { return .beginning }
    guard let cursor = DeadLetterCursor(text) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return cursor
  }
}

extension Problem {
  fileprivate static let eventNotFound = Problem(
    .notFound, code: "event_not_found",
    detail: "There is no event with this id; `GET /v1/dead-letters` lists those that failed.")
}
