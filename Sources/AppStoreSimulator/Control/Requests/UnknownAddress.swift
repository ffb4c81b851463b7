import Hummingbird

/// A middleware that answers an unknown path under `/control` with a reference to the manual.
struct UnknownAddress<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError
      where error.status == .notFound && request.uri.path.hasPrefix("/control/")
    {
      return try ControlProblem.unknown(
        "unknown_address", "There is no such address; GET /control lists all addresses."
      ).response()
    }
  }
}
