import EventProcessing
import Hummingbird

/// The route that lists the processes of the ledger. They are those of every app: a key that is bound to apps or
/// environments is refused.
struct ServerRoutes: Sendable {
  let servers: RunningServers

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/servers", .get, use: list)
  }

  @Sendable private func list(_ request: Request, _ context: APIContext) async throws -> Response {
    try context.reach.admitEverything()
    _ = try Query(request, allowing: [])
    return try TaggedAnswer.response(whole: ServersBody(try await servers.all()), to: request)
  }
}
