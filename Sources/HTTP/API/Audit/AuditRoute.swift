import Hummingbird
import Ledger
import Projections

/// The route that lists what people did by hand. The acts are those of every app: a key that is bound to apps or
/// environments is refused.
struct AuditRoute: Sendable {
  let audit: AuditReader

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/audit", .get, use: list)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    let query = try Query(
      request, allowing: [.from, .to, .by, .act, .accounts, .limit, .after])
    var filter = AuditReader.Filter()
    filter.from = try query.moment(.from)
    filter.to = try query.moment(.to)
    filter.author = query[.by]
    filter.act = query[.act]
    filter.includesAccounts = try query.flag(.accounts)
    let page = try await audit.list(
      filter, after: try query.actsAfter(), limit: try query.limit(default: 100, max: 1_000))
    let body = AuditBody(page)
    var response = try TaggedAnswer.response(whole: body, to: request)
    if let next = body.nextCursor { NextPage(of: request, after: next).add(to: &response) }
    return response
  }
}

extension Query {
  fileprivate func actsAfter() throws(Problem) -> AuditCursor {
    guard let text = self[.after] else { return .beginning }
    guard let cursor = AuditCursor(text) else {
      throw Query.bad(.after, "must be a `next` that this server answered")
    }
    return cursor
  }
}
