import Hummingbird

/// Middleware that answers by the routes, and without them when they take too long, as with a database
/// that does not answer. The caller is told to send the request again; an append that was under way
/// may still be committed, and is recognized then.
///
/// The routes are a responder of their own, in place of the rest of the chain: middleware must wait for
/// the rest of its chain, even if its work does not hear that it is cancelled.
struct RequestDeadline: RouterMiddleware {
  /// It is longer than the time for a body, which has an answer of its own.
  private static let most: Duration = .seconds(25)
  /// The time for a report, which may read millions of rows.
  private static let mostOfReports: Duration = .seconds(120)

  private let routes: any HTTPResponder<APIContext>
  private let most: Duration
  private let mostOfReports: Duration

  init(
    routes: any HTTPResponder<APIContext>, most: Duration = Self.most,
    mostOfReports: Duration = Self.mostOfReports
  ) {
    self.routes = routes
    self.most = most
    self.mostOfReports = mostOfReports
  }

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let time = request.uri.path.hasPrefix("/v1/reports") ? mostOfReports : most
    let response = try await DeadlineWatch.shared.answer(within: time) { [routes] in
      try await routes.respond(to: request, context: context)
    }
    if let response { return response }
    let problem = Problem.unavailable(
      "unavailable", "The ledger did not answer in time; send it again.")
    context.caller.problem = problem.code
    return try problem.response(from: request, context: context)
  }
}
