import HTTPTypes
import Hummingbird

/// Middleware that tells the id of a request in its answer, `X-Request-Id`. The log has it, too.
struct RequestIDHeader: RouterMiddleware {
  private static let name = HTTPField.Name("X-Request-Id")

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    if let name = Self.name { response.headers[name] = context.id }
    return response
  }

  /// Adds an id to an answer that has none, because no request was understood that could have one.
  static func complete(_ headers: inout HTTPFields) {
    if let name, headers[name] == nil { headers[name] = APIContext.randomID() }
  }
}
