import HTTPTypes
import Hummingbird

/// Asks clients of a draining process to go elsewhere with their next request.
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
