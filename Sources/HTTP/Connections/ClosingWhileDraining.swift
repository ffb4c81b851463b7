import HTTPTypes
import Hummingbird

/// Middleware that asks clients of a draining process to send their next request elsewhere.
struct ClosingWhileDraining: RouterMiddleware {
  let readiness: Readiness

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if readiness.isDraining { response.headers[.connection] = "close" }
    return response
  }
}
