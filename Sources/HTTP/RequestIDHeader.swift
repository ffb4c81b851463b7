import HTTPTypes
import Hummingbird

/// Middleware that tells the id of a request in its answer, `X-Request-Id`. The log has it, too.
struct RequestIDHeader: RouterMiddleware {
  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if let name = HTTPField.Name("X-Request-Id") { response.headers[name] = context.id }
    return response
  }
}
