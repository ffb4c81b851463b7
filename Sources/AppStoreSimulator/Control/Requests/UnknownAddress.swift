import Hummingbird

/// Tells who asks for something under `/control` that is not there where to find what is.
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
        "unknown_address", "There is nothing at this address; GET /control tells what there is."
      ).response()
    }
  }
}
