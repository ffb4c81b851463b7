import HTTPTypes
import Hummingbird

/// Middleware that answers HEAD like GET, errors included, but without the body.
struct BodilessHead: RouterMiddleware {
  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    return request.method == .head ? response.createHeadResponse() : response
  }
}
