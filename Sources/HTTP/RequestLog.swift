import Hummingbird
import Logging

/// Middleware that logs a line for each request: the pattern of its route, its key, and its
/// outcome. Paths and parameters are left out, because they name accounts. Of refused strangers, only
/// some are logged.
struct RequestLog: RouterMiddleware {
  private let refusals = RefusalSampler()

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    let took = ContinuousClock.now - start
    let route = context.endpointPath ?? "none"
    var metadata: Logger.Metadata = [
      "method": "\(request.method)", "route": "\(route)", "status": "\(response.status.code)",
      "microseconds": "\(took.microseconds)", "key": "\(context.caller.keyID ?? "none")",
    ]
    if let rejection = context.caller.rejection { metadata["code"] = "\(rejection)" }
    if context.caller.keyID == nil, response.status.kind == .clientError {
      let kind = "\(route) \(context.caller.rejection ?? "\(response.status.code)")"
      switch refusals.line(of: kind) {
      case .skipped: return response
      case .written(0): break
      case .written(let leftOut): metadata["leftOut"] = "\(leftOut)"
      }
    }
    context.logger.info("request", metadata: metadata)
    return response
  }
}

extension Duration {
  fileprivate var microseconds: Int64 {
    components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
  }
}
