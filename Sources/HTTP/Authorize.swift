import Access
import HTTPTypes
import Hummingbird

/// Middleware that passes a request only if its key is in force and has the required scope.
struct Authorize: RouterMiddleware {
  let keys: APIKeys
  let scope: Scope

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard let text = Self.bearer(of: request),
      let key = try await keys.authenticate(text)
    else { throw Problem.unauthorized }
    context.caller.keyID = key.id
    guard key.scopes.allows(scope) else { throw Problem.insufficientScope(scope.rawValue) }
    return try await next(request, context)
  }

  /// Returns the key that a request carries; nil without one.
  static func bearer(of request: Request) -> String? {
    let parts = (request.headers[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
