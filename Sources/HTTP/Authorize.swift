import Access
import HTTPTypes
import Hummingbird

/// Middleware that passes a request only if its key is in force, sends no more requests than it may, and has one of
/// the required scopes.
struct Authorize: RouterMiddleware {
  let keys: APIKeys
  let scopes: [Scope]
  let rates: RequestRates

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    guard let text = Self.bearer(of: request) else { throw Problem.unauthorized }
    let key = try await key(text)
    context.caller.key = key
    if let rest = rates.take(key.id) {
      throw Problem.rateLimited(to: rates.perSecond ?? 0, rest: rest)
    }
    guard scopes.contains(where: key.scopes.allows) else {
      throw Problem.insufficientScope(scopes.map(\.rawValue))
    }
    return try await next(request, context)
  }

  private func key(_ text: String) async throws -> KeyRecord {
    switch try await keys.authenticate(text) {
    case .accepted(let key): return key
    case .expired(let end): throw Problem.keyExpired(at: end)
    case .refused: throw Problem.unauthorized
    }
  }

  /// Returns the key that a request carries; nil without one.
  static func bearer(of request: Request) -> String? {
    let parts = (request.headers[.authorization] ?? "").split(separator: " ")
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return String(parts[1])
  }
}
