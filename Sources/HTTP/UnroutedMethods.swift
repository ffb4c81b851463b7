import HTTPTypes
import Hummingbird

/// Middleware for the methods that no route names, such as QUERY or PROPFIND. Routes are found by
/// their method too, so that a known address would answer these as an unknown one.
struct UnroutedMethods: RouterMiddleware {
  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard !HTTPRequest.Method.routed.contains(request.method) else {
      return try await next(request, context)
    }
    var head = request.head
    head.method = .trace  // that no route allows either
    return try await next(Request(head: head, body: request.body), context)
  }
}

extension HTTPRequest.Method {
  /// The methods of RFC 9110, and PATCH: each address answers those that it does not allow.
  static let routed: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]
}
