import Hummingbird
import Logging

/// Middleware that logs a line for each request: the pattern of its route, its key, and its
/// outcome. Paths and parameters are left out, because they name accounts.
struct RequestLog: RouterMiddleware {
  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let took = ContinuousClock.now - start
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method)", "route": "\(context.endpointPath ?? "none")",
        "status": "\(response.status.code)", "microseconds": "\(took.microseconds)",
        "key": "\(context.caller.keyID ?? "none")",
      ])
    return response
  }
}

extension Duration {
  fileprivate var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
